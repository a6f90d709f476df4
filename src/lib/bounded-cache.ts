import { createScheduler } from './scheduler'

/** Thrown when too much work of one kind is already running. */
export class TooBusy extends Error {
  override name = 'TooBusy'
}

// How long a task waits until it can start. Short, because a browser or a link preview waits for the result.
const PATIENCE_MS = 5_000

/**
 * Returns a function that runs at most `atOnce` tasks at the same time. Up to `waiting` more wait for five seconds; it
 * throws TooBusy for all others.
 */
export function createBoundedRunner({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const runInTurn = createScheduler({ atOnce, waiting, patienceMs: PATIENCE_MS })
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = await runInTurn(work)
    if (result === 'busy') throw new TooBusy('too many are being made')
    return result
  }
}

/**
 * Returns a function that makes each value once and caches the last `most`. At most `atOnce` values are made at the
 * same time, because visitors can request any number of different ones. Up to `waiting` more wait for five seconds; it
 * throws TooBusy for all others. Failures are not cached.
 */
export function createBoundedCache<Value>({
  most,
  ...bounds
}: { most: number } & Parameters<typeof createBoundedRunner>[0]) {
  const made = new Map<string, Promise<Value>>()
  const bounded = createBoundedRunner(bounds)

  return (key: string, make: () => Promise<Value>): Promise<Value> => {
    const known = made.get(key)
    if (known) {
      made.delete(key)
      made.set(key, known)
      return known
    }
    const value = bounded(make)
    made.set(key, value)
    value.catch(() => made.delete(key))
    const [oldest] = made.keys()
    if (made.size > most && oldest !== undefined) made.delete(oldest)
    return value
  }
}
