// A shaking hand loses the code for a moment, so the same code is a new scan only after it was out of view for this
// long.
const AWAY_MS = 1500

/** Remembers which codes are in view, so that showing a code once is one scan. */
export function createSeenCodes() {
  let last: { code: string; at: number } | undefined
  return {
    /**
     * Returns the new code among those in the picture at `now` (milliseconds), if any; none while `isReading` is false.
     */
    findNewCode(codes: readonly string[], now: number, isReading: boolean): string | undefined {
      if (last && codes.includes(last.code) && now - last.at < AWAY_MS) {
        last = { code: last.code, at: now }
        return undefined
      }
      const [code] = codes
      if (code === undefined || !isReading) return undefined
      last = { code, at: now }
      return code
    },
  }
}
