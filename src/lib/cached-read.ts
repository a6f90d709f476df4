export interface CachedRead<Value> {
  read: () => Promise<Value>
  /** Makes the next read load a new value, even if a load is running. */
  forget: () => void
}

/** Caches the result of `load` for `ms` and shares a running load among concurrent readers. Failures are not cached. */
export function createCachedRead<Value>(
  load: () => Promise<Value>,
  ms: number,
  now: () => number,
): CachedRead<Value> {
  let cached: { value: Promise<Value>; until: number } | undefined
  return {
    read() {
      if (cached && cached.until > now()) return cached.value
      const entry = { value: load(), until: now() + ms }
      cached = entry
      entry.value.catch(() => {
        if (cached === entry) cached = undefined
      })
      return entry.value
    },
    forget() {
      cached = undefined
    },
  }
}
