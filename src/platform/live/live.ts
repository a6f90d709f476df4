import type { Redis } from 'ioredis'
import { z } from 'zod'
import { newId } from '~/lib/ids'
import type { Logger } from '~/platform/log/log'

/** Sent to open browsers: data of these topics changed and must be refetched. */
export interface LiveEvent {
  /** Names defined by the features, such as `network` or `notifications`. */
  topics: readonly string[]
}

/**
 * Published alone, after the commit, when someone's sessions ended or their sign-in methods changed: their streams
 * immediately check their session, and valid ones pass the event on.
 */
export const SESSION_TOPIC = 'session'

export type Listener = (event: LiveEvent) => void
type SignalListener = (payload: unknown) => void

export interface Live {
  /** Notifies every open browser of these people. Call after the commit; never throws, returns immediately. */
  publish(userIds: readonly (string | null)[], topics: readonly string[]): void
  /** Notifies every open browser of this process. The caller runs it in each process, for example on a signal. Never throws. */
  publishToAll(topics: readonly string[]): void
  /** Subscribes to one person's events. Returns a function that unsubscribes. */
  subscribe(userId: string, listener: Listener): () => void
  /**
   * Sends a feature's own message to the other processes, as JSON. Signals can be lost: store anything important in the
   * database and only announce it. Never throws.
   */
  signal(name: string, payload: unknown): void
  /**
   * Subscribes to signals of other processes. Returns a function that unsubscribes. Payloads are unchecked: validate
   * them.
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
 * Creates the event bus of this process, or of all processes with Redis. Without Redis, or while it is down, people get
 * only events of the process serving their stream; they refetch everything when their stream opens.
 */
export function createLive({ redis, log }: { redis?: Redis | undefined; log: Logger }): Live {
  const listeners = new Map<string, Set<Listener>>()
  const signals = new Map<string, Set<SignalListener>>()
  const self = newId()
  // A subscribed connection can't run other commands. Retry without limit: a process started while Redis is down would
  // otherwise never subscribe.
  const ear = redis?.duplicate({ maxRetriesPerRequest: null, commandTimeout: undefined })

  function emit<Told>(heard: Iterable<(notified: Told) => void>, notified: Told): void {
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
    for (const userId of userIds) emit(listeners.get(userId) ?? [], event)
  }

  function receive(_channel: string, text: string): void {
    const parsed = message.safeParse(parseJson(text))
    if (!parsed.success) return log.warn('live: unknown message on our channel')
    const { data } = parsed
    if (data.from === self) return
    if ('topics' in data) deliver(data.userIds, data.topics)
    else emit(signals.get(data.signal) ?? [], data.payload)
  }

  function speak(content: object): void {
    redis
      ?.publish(CHANNEL, JSON.stringify({ from: self, ...content }))
      .catch((error: unknown) => log.error({ err: error }, 'live: publishing to Redis failed'))
  }

  ear?.on('message', receive)
  ear?.on('error', (error) => log.error({ err: error }, 'Redis does not answer'))
  ear
    ?.subscribe(CHANNEL)
    .catch((error: unknown) => log.error({ err: error }, 'live: subscribing to Redis failed'))

  return {
    publish(userIds, topics) {
      const people = [...new Set(userIds)].filter((userId) => userId !== null)
      deliver(people, topics)
      speak({ userIds: people, topics })
    },
    publishToAll: (topics) => deliver([...listeners.keys()], topics),
    subscribe: (userId, listener) => addTo(listeners, userId, listener),
    signal: (name, payload) => speak({ signal: name, payload }),
    onSignal: (name, listener) => addTo(signals, name, listener),
    close() {
      ear?.disconnect()
      listeners.clear()
      signals.clear()
      return Promise.resolve()
    },
  }
}

/** Returns a function that removes the listener. */
function addTo<Listening>(map: Map<string, Set<Listening>>, key: string, listener: Listening): () => void {
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
