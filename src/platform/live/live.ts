import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { newId } from '~/lib/ids'
import type { Logger } from '~/platform/log/log'
import { connectSubscriber, type RedisClient } from '~/platform/redis/connect-redis'
import { createChannels } from './channels'

/** Tells open browsers that data of these topics has changed and must be refetched. */
export interface LiveEvent {
  /** Names defined by the features, such as `network` or `notifications`. */
  topics: readonly string[]
}

/**
 * The topic for ended sessions and changed sign-in methods. Publish it alone, after the commit. The person's streams
 * then check their session immediately, and valid ones pass the event on.
 */
export const SESSION_TOPIC = 'session'

export type Listener = (event: LiveEvent) => void
type SignalListener = (payload: unknown) => void

/** Selects signals: those about one person, or those under a name chosen by a feature, such as `chat:` and a room. */
export type LiveChannel = { userId: string } | { name: string }

export interface Live {
  /** Notifies every open browser of these people. Call after the commit; never throws, returns immediately. */
  publish(userIds: readonly (string | null)[], topics: readonly string[]): void
  /**
   * Notifies every open browser connected to this process. To reach all browsers, call it in each process, for example
   * on a signal. Never throws.
   */
  publishToAll(topics: readonly string[]): void
  /** Subscribes to one person's events. Returns a function that unsubscribes. */
  subscribe(userId: string, listener: Listener): () => void
  /**
   * Call before `subscribe`: resolves once events of other processes arrive, or after a second when Redis doesn't
   * respond. Never throws.
   */
  prepare(userId: string): Promise<void>
  /**
   * Sends a feature's own message to the other processes, as JSON: to those that follow the channel, or to all. Signals
   * can be lost, so store anything important in the database. Never throws.
   */
  signal(name: string, payload: unknown, channel?: LiveChannel): void
  /**
   * Subscribes to signals of other processes. Returns a function that unsubscribes. Validate the payloads, which are
   * unchecked. Signals of channels arrive only while this process follows them.
   */
  onSignal(name: string, listener: SignalListener): () => void
  /**
   * Starts to receive a channel's signals; the first ones may be missed. Returns a function that ends this. A process
   * can also receive signals about people whom it doesn't follow.
   */
  follow(channel: LiveChannel): () => void
  close(): Promise<void>
}

const COMMON_CHANNEL = 'back-to-back:all'
const PERSON_CHANNELS = 256
const PREPARE_MS = 1000
const LINGER_MS = 10_000
const message = z.union([
  z.object({ from: z.string(), userIds: z.array(z.string()), topics: z.array(z.string()) }),
  z.object({ from: z.string(), signal: z.string(), payload: z.unknown() }),
])

interface LiveOptions {
  redis?: RedisClient | undefined
  log: Logger
  /** How long an unused channel stays subscribed. */
  lingerMs?: number
}

/**
 * Creates the event bus, which connects all processes if there is Redis. Without Redis, or while it is down, browsers
 * get only the events of the process that serves their stream. Browsers refetch everything when their stream opens.
 *
 * A process subscribes only to the channels that its streams need, so that its work doesn't grow with the streams of
 * other processes. In a Redis Cluster, each channel is on one shard.
 */
export function createLive({ redis, log, lingerMs = LINGER_MS }: LiveOptions): Live {
  const listeners = new Map<string, Set<Listener>>()
  const signals = new Map<string, Set<SignalListener>>()
  const self = newId()
  const subscriber = redis && connectSubscriber(redis)
  const channels = subscriber && createChannels(subscriber, log, lingerMs)

  function notifyListeners<Told>(heard: Iterable<(notified: Told) => void>, notified: Told): void {
    for (const listener of heard) {
      try {
        listener(notified)
      } catch (error) {
        log.error({ err: error }, 'live: a listener failed')
      }
    }
  }

  function deliver(userIds: readonly string[], topics: readonly string[]): void {
    // One object for all listeners, so its bytes are encoded once.
    const event = { topics }
    for (const userId of userIds) notifyListeners(listeners.get(userId) ?? [], event)
  }

  function receiveFromRedis(_channel: string, text: string): void {
    const parsed = message.safeParse(parseJson(text))
    if (!parsed.success) return log.warn('live: unknown message on our channel')
    const { data } = parsed
    if (data.from === self) return
    if ('topics' in data) deliver(data.userIds, data.topics)
    else notifyListeners(signals.get(data.signal) ?? [], data.payload)
  }

  function publishToRedis(channel: string, content: object): void {
    // Nothing is sent while a Redis Cluster is down, because its client would queue the commands.
    if (!redis || (redis.isCluster && redis.status !== 'ready')) return
    redis
      .spublish(channel, JSON.stringify({ from: self, ...content }))
      .catch((error: unknown) => log.error({ err: error }, 'live: publishing to Redis failed'))
  }

  subscriber?.on('smessage', receiveFromRedis)
  subscriber?.on('error', (error) => log.error({ err: error }, 'Redis does not answer'))
  channels?.follow(COMMON_CHANNEL)

  const follow = (channel: LiveChannel) => channels?.follow(getChannelName(channel)) ?? (() => undefined)

  return {
    publish(userIds, topics) {
      const people = [...new Set(userIds)].filter((userId) => userId !== null)
      deliver(people, topics)
      if (!redis) return
      const groups = Map.groupBy(people, (userId) => getChannelName({ userId }))
      for (const [channel, group] of groups) publishToRedis(channel, { userIds: group, topics })
    },
    publishToAll: (topics) => deliver([...listeners.keys()], topics),
    subscribe(userId, listener) {
      const stops = [addListener(listeners, userId, listener), follow({ userId })]
      return () => {
        for (const stop of stops) stop()
      }
    },
    async prepare(userId) {
      if (!channels || subscriber?.status !== 'ready') return
      const limit = wait(PREPARE_MS, undefined, { ref: false })
      await Promise.race([channels.prepare(getChannelName({ userId })), limit])
    },
    signal: (name, payload, channel) =>
      publishToRedis(channel ? getChannelName(channel) : COMMON_CHANNEL, { signal: name, payload }),
    onSignal: (name, listener) => addListener(signals, name, listener),
    follow,
    close() {
      channels?.close()
      listeners.clear()
      signals.clear()
      return Promise.resolve()
    },
  }
}

/**
 * Several people share a channel. With one channel per person, large sites would subscribe and unsubscribe
 * constantly.
 */
function getChannelName(channel: LiveChannel): string {
  if ('name' in channel) return `back-to-back:name:${channel.name}`
  let hash = 0
  for (let index = 0; index < channel.userId.length; index += 1)
    hash = (hash * 31 + channel.userId.charCodeAt(index)) >>> 0
  return `back-to-back:person:${hash % PERSON_CHANNELS}`
}

/** Returns a function that removes the listener. */
function addListener<Listening>(
  map: Map<string, Set<Listening>>,
  key: string,
  listener: Listening,
): () => void {
  const own = map.get(key) ?? new Set()
  map.set(key, own.add(listener))
  return () => {
    own.delete(listener)
    if (own.size === 0 && map.get(key) === own) map.delete(key)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
