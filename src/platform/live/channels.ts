import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from '~/platform/log/log'
import type { RedisClient } from '~/platform/redis/connect-redis'

interface Channel {
  users: number
  /** Resolves once this process is subscribed to the channel; null from then on. */
  ready: Promise<void> | null
  timer?: NodeJS.Timeout
}

const RETRY_MS = 1000

/**
 * Subscribes to the channels of Redis that this process uses. A channel that is no longer used stays subscribed for
 * `lingerMs`, since tabs that load another page come back.
 */
export function createChannels(subscriber: RedisClient, log: Logger, lingerMs: number) {
  const channels = new Map<string, Channel>()
  let isFailing = false

  async function subscribe(name: string, channel: Channel): Promise<void> {
    while (channels.get(name) === channel) {
      try {
        await subscriber.ssubscribe(name)
        isFailing = false
        channel.ready = null
        return
      } catch (error) {
        // Logged once, because a stopped shard fails repeatedly for many channels.
        if (!isFailing) log.error({ err: error, name }, 'live: subscribing to Redis failed')
        isFailing = true
        await wait(RETRY_MS, undefined, { ref: false })
        // ioredis adds a cluster's channel to its list at each attempt. This removes the failed attempt.
        if (channels.get(name) === channel) await unsubscribe(name)
      }
    }
  }

  async function unsubscribe(name: string): Promise<void> {
    try {
      await subscriber.sunsubscribe(name)
    } catch {
      // The connection is lost, so its subscriptions have ended.
    }
  }

  function open(name: string): Channel {
    const known = channels.get(name)
    if (known) return known
    const channel: Channel = { users: 0, ready: null }
    channels.set(name, channel)
    channel.ready = subscribe(name, channel)
    return channel
  }

  function closeLater(name: string, channel: Channel): void {
    clearTimeout(channel.timer)
    channel.timer = setTimeout(() => {
      if (channel.users > 0 || channels.get(name) !== channel) return
      channels.delete(name)
      void unsubscribe(name)
    }, lingerMs).unref()
  }

  return {
    /** Subscribes to a channel until the returned function is called. */
    follow(name: string): () => void {
      const channel = open(name)
      channel.users += 1
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        channel.users -= 1
        if (channel.users === 0) closeLater(name, channel)
      }
    },
    /** Subscribes to a channel that will be followed soon. Resolves once it is subscribed. */
    async prepare(name: string): Promise<void> {
      const channel = open(name)
      if (channel.users === 0) closeLater(name, channel)
      await channel.ready
    },
    close(): void {
      for (const { timer } of channels.values()) clearTimeout(timer)
      channels.clear()
      subscriber.disconnect()
    },
  }
}
