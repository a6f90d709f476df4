import type { Redis } from 'ioredis'
import { z } from 'zod'
import { newId } from '~/lib/ids'
import type { Logger } from '~/platform/log/log'

/** What an open browser is told: that something of these topics changed, so that it reads it again. */
export interface LiveEvent {
  /** The features' own words, such as `network` or `notifications`. */
  topics: readonly string[]
}

/**
 * Published alone, after the commit, when sessions of somebody ended or ways into their account changed: their streams look at once
 * whether they may go on, and those that do pass it on to their browsers.
 */
export const SESSION_TOPIC = 'session'

export type Listener = (event: LiveEvent) => void
type SignalListener = (payload: unknown) => void

export interface Live {
  /** Tells every open browser of these people. Call it after the commit; it never throws and waits for nobody. */
  publish(userIds: readonly (string | null)[], topics: readonly string[]): void
  /** Notifies every open browser of this process. The caller runs it in each process, for example on a signal. Never throws. */
  publishToAll(topics: readonly string[]): void
  /** Listens for one person until the returned function is called. */
  subscribe(userId: string, listener: Listener): () => void
  /**
   * Tells the other processes something of a feature's own, as JSON. It may be lost: what must not be lost stands in the
   * database, and a signal only says that it does. Never throws.
   */
  signal(name: string, payload: unknown): void
  /** Hears what other processes signal, until the answer is called. What comes is whatever was sent: look at it. */
  onSignal(name: string, listener: SignalListener): () => void
  close(): Promise<void>
}

const CHANNEL = 'back-to-back:live'
const message = z.union([
  z.object({ from: z.string(), userIds: z.array(z.string()), topics: z.array(z.string()) }),
  z.object({ from: z.string(), signal: z.string(), payload: z.unknown() }),
])

/**
 * The bus of this process; with Redis, of all processes. Without Redis, or while it is away, people hear what happens in
 * the process that their stream is on; they read everything again whenever their stream opens.
 */
export function createLive({ redis, log }: { redis?: Redis | undefined; log: Logger }): Live {
  const listeners = new Map<string, Set<Listener>>()
  const signals = new Map<string, Set<SignalListener>>()
  const self = newId()
  // A connection that listens can do nothing else. It asks for that until it is heard: a process that begins while Redis is
  // away would otherwise stay deaf for ever.
  const ear = redis?.duplicate({ maxRetriesPerRequest: null, commandTimeout: undefined })

  function tell<Told>(heard: Iterable<(told: Told) => void>, told: Told): void {
    for (const listener of heard) {
      try {
        listener(told)
      } catch (error) {
        log.error({ err: error }, 'live: a listener failed')
      }
    }
  }

  function deliver(userIds: readonly string[], topics: readonly string[]): void {
    // One value for all: who writes it to many streams makes its bytes once.
    const event = { topics }
    for (const userId of userIds) tell(listeners.get(userId) ?? [], event)
  }

  function hear(_channel: string, text: string): void {
    const parsed = message.safeParse(parseJson(text))
    if (!parsed.success) return log.warn('live: something else speaks on our channel')
    const { data } = parsed
    if (data.from === self) return
    if ('topics' in data) deliver(data.userIds, data.topics)
    else tell(signals.get(data.signal) ?? [], data.payload)
  }

  function speak(said: object): void {
    redis
      ?.publish(CHANNEL, JSON.stringify({ from: self, ...said }))
      .catch((error: unknown) => log.error({ err: error }, 'live: Redis took no message'))
  }

  ear?.on('message', hear)
  ear?.on('error', (error) => log.error({ err: error }, 'Redis does not answer'))
  ear?.subscribe(CHANNEL).catch((error: unknown) => log.error({ err: error }, 'live: Redis does not listen'))

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

/** Answers how to take it out again. */
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
