import type { Redis } from 'ioredis'
import { z } from 'zod'
import { newId } from '~/lib/ids'
import type { Logger } from '~/platform/log/log'

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
   * Sends a feature's own message to the other processes, as JSON. Signals can be lost, so store anything important in
   * the database. Never throws.
   */
  signal(name: string, payload: unknown): void
  /**
   * Subscribes to signals of other processes. Returns a function that unsubscribes. Validate the payloads, which are
   * unchecked.
   */
  onSignal(name: string, listener: SignalListener): () => void
  close(): Promise<void>
}

const CHANNEL = 'back-to-back:live'
const message = z.union([
  z.object({ from: z.string(), userIds: z.array(z.string()), topics: z.array(z.string()) }),
  z.object({ from: z.string(), signal: z.string(), payload: z.unknown() }),
])

/**
 * Creates the event bus of this process, or with Redis, of all processes. Without Redis, or while it is down, people
 * get only the events of the process that serves their stream. They refetch everything when their stream opens.
 */
export function createLive({ redis, log }: { redis?: Redis | undefined; log: Logger }): Live {
  const listeners = new Map<string, Set<Listener>>()
  const signals = new Map<string, Set<SignalListener>>()
  const self = newId()
  // A connection of its own, because a subscribed one can't run other commands. It retries without limit: otherwise a
  // process started while Redis is down would never subscribe.
  const subscriber = redis?.duplicate({ maxRetriesPerRequest: null, commandTimeout: undefined })

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

  function publishToRedis(content: object): void {
    redis
      ?.publish(CHANNEL, JSON.stringify({ from: self, ...content }))
      .catch((error: unknown) => log.error({ err: error }, 'live: publishing to Redis failed'))
  }

  subscriber?.on('message', receiveFromRedis)
  subscriber?.on('error', (error) => log.error({ err: error }, 'Redis does not answer'))
  subscriber
    ?.subscribe(CHANNEL)
    .catch((error: unknown) => log.error({ err: error }, 'live: subscribing to Redis failed'))

  return {
    publish(userIds, topics) {
      const people = [...new Set(userIds)].filter((userId) => userId !== null)
      deliver(people, topics)
      publishToRedis({ userIds: people, topics })
    },
    publishToAll: (topics) => deliver([...listeners.keys()], topics),
    subscribe: (userId, listener) => addListener(listeners, userId, listener),
    signal: (name, payload) => publishToRedis({ signal: name, payload }),
    onSignal: (name, listener) => addListener(signals, name, listener),
    close() {
      subscriber?.disconnect()
      listeners.clear()
      signals.clear()
      return Promise.resolve()
    },
  }
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
