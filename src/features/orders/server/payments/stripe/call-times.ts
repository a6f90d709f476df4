const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
// Enough calls for a p95: with more, it would differ by less than one percent.
const MAX_CALLS = 1000

interface Call {
  endedAt: number
  ms: number
}

/**
 * Figures of this process's calls to the provider. `p95Ms` covers the last hour, at most a thousand calls; null
 * without a call.
 */
export interface CallFigures {
  p95Ms: number | null
  lastMinute: number
}

/** Measures calls to the provider. Times are in milliseconds; those of failed calls count, too. */
export function createCallTimes(now: () => number = () => performance.now()) {
  const calls: Call[] = []
  const listSince = (age: number) => calls.filter(({ endedAt }) => endedAt > now() - age)
  return {
    async measure<Result>(run: () => Promise<Result>): Promise<Result> {
      const startedAt = now()
      try {
        return await run()
      } finally {
        calls.push({ endedAt: now(), ms: now() - startedAt })
        if (calls.length > MAX_CALLS) calls.shift()
      }
    },
    read(): CallFigures {
      const times = listSince(HOUR_MS)
        .map(({ ms }) => ms)
        .toSorted((a, b) => a - b)
      const p95 = times[Math.ceil(times.length * 0.95) - 1]
      return {
        p95Ms: p95 === undefined ? null : Math.round(p95),
        lastMinute: listSince(MINUTE_MS).length,
      }
    },
  }
}
