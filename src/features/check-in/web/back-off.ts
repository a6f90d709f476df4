const PAUSE_MS = 1000
const PAUSE_MAX_MS = 30_000

/** Retries after a delay that doubles with each failure, with jitter. */
export function createBackOff(run: () => void, random: () => number = Math.random) {
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    schedule() {
      const ms = Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** failures) * (0.75 + random() / 2)
      failures += 1
      clearTimeout(timer)
      timer = setTimeout(run, ms)
    },
    reset() {
      failures = 0
      clearTimeout(timer)
    },
    stop: () => clearTimeout(timer),
  }
}
