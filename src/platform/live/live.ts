import type { Redis } from 'ioredis'
import { z } from 'zod'
import { newId } from '~/lib/ids'
import type { Logger } from '~/platform/log/log'

/** What an open browser is told: that something of these topics changed, so that it reads it again. */
export interface LiveEvent {
  /** The features' own words, such as `network` or `notifications`. */
  topics: readonly string[]
}

export type Listener = (event: LiveEvent) => void

export interface Live {
  /** Tells every open browser of these people. Call it after the commit; it never throws and waits for nobody. */
  publish(userIds: readonly (string | null)[], topics: readonly string[]): void
  /** Listens for one person until the answer is called. */
  subscribe(userId: string, listener: Listener): () => void
  close(): Promise<void>
}

const CHANNEL = 'back-to-back:live'
const message = z.object({ from: z.string(), userIds: z.array(z.string()), topics: z.array(z.string()) })

/**
 * The bus of this process; with Redis, of all processes. Without Redis, or while it is away, people hear what happens in
 * the process that their stream is on; they read everything again whenever their stream opens.
 */
export function createLive({ redis, log }: { redis?: Redis | undefined; log: Logger }): Live {
  const listeners = new Map<string, Set<Listener>>()
  const self = newId()
  // A connection that listens can do nothing else.
  const ear = redis?.duplicate()

  function deliver(userIds: readonly string[], topics: readonly string[]): void {
    for (const userId of userIds)
      for (const listener of listeners.get(userId) ?? []) {
        try {
          listener({ topics })
        } catch (error) {
          log.error({ err: error }, 'live: a listener failed')
        }
      }
  }

  function hear(_channel: string, text: string): void {
    const parsed = message.safeParse(parseJson(text))
    if (!parsed.success) return log.warn('live: something else speaks on our channel')
    if (parsed.data.from !== self) deliver(parsed.data.userIds, parsed.data.topics)
  }

  ear?.on('message', hear)
  ear?.on('error', (error) => log.error({ err: error }, 'Redis does not answer'))
  ear?.subscribe(CHANNEL).catch((error: unknown) => log.error({ err: error }, 'live: Redis does not listen'))

  return {
    publish(userIds, topics) {
      const people = [...new Set(userIds)].filter((userId) => userId !== null)
      deliver(people, topics)
      redis
        ?.publish(CHANNEL, JSON.stringify({ from: self, userIds: people, topics }))
        .catch((error: unknown) => log.error({ err: error }, 'live: Redis took no message'))
    },
    subscribe(userId, listener) {
      const own = listeners.get(userId) ?? new Set()
      listeners.set(userId, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0 && listeners.get(userId) === own) listeners.delete(userId)
      }
    },
    close() {
      ear?.disconnect()
      listeners.clear()
      return Promise.resolve()
    },
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
