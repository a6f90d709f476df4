// A hand that shakes loses the code for a moment; the same code counts anew only after it was away for this long.
const AWAY_MS = 1500

/** Remembers what lies before the camera, so that one showing is one scan. */
export function createSeen() {
  let last: { code: string; at: number } | undefined
  return {
    /** The code to scan of those in the picture at `now` (milliseconds), if one is new; while not `isReading`, none is. */
    look(codes: readonly string[], now: number, isReading: boolean): string | undefined {
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
