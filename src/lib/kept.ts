export interface Kept<Answer> {
  read: () => Promise<Answer>
  /** The next who reads gets an answer that was asked for after this. */
  forget: () => void
}

/** The same answer for `ms`, asked for once for all who wait meanwhile. A failure is not kept. */
export function createKept<Answer>(load: () => Promise<Answer>, ms: number, now: () => number): Kept<Answer> {
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
