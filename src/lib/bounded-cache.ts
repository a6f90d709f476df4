/** Thrown when too much work of one kind is already running. */
export class TooBusy extends Error {
  override name = 'TooBusy'
}

/** Returns a function that runs work, or throws TooBusy while `most` pieces are running. */
export function createBoundedWork(most: number) {
  let inProgress = 0
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (inProgress >= most) throw new TooBusy('too many are being made')
    inProgress += 1
    try {
      return await work()
    } finally {
      inProgress -= 1
    }
  }
}

/**
 * Returns a function that makes each value once and caches the last `most`. While `maxInProgress` are being made, others
 * throw TooBusy, because visitors can request any number of different ones. Failures are not cached.
 */
export function createBoundedCache<Value>({ most, maxInProgress }: { most: number; maxInProgress: number }) {
  const made = new Map<string, Promise<Value>>()
  const bounded = createBoundedWork(maxInProgress)

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
