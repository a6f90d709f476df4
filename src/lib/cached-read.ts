export interface Kept<Answer> {
  read: () => Promise<Answer>
  /** The next read loads a new value, even if a load is running. */
  forget: () => void
}

/** Caches the result of `load` for `ms` and shares a running load among concurrent readers. Failures are not cached. */
export function createCachedRead<Answer>(
  load: () => Promise<Answer>,
  ms: number,
  now: () => number,
): Kept<Answer> {
  let kept: { answer: Promise<Answer>; until: number } | undefined
  return {
    read() {
      if (kept && kept.until > now()) return kept.answer
      const entry = { answer: load(), until: now() + ms }
      kept = entry
      entry.answer.catch(() => {
        if (kept === entry) kept = undefined
      })
      return entry.answer
    },
    forget() {
      kept = undefined
    },
  }
}
