import { setTimeout as sleep } from 'node:timers/promises'

export interface Pace {
  /** The maximum number of functions that run at the same time. */
  atOnce: number
  /** The maximum number of functions started per second. Default: no limit. */
  perSecond?: number
}

interface RateLimiterOptions extends Pace {
  wait?: (ms: number) => Promise<unknown>
}

/** Limits how many functions run at the same time, and how many start per second. The others wait in order. */
export function createRateLimiter({
  atOnce,
  perSecond = Infinity,
  wait = (ms) => sleep(ms),
}: RateLimiterOptions) {
  const waiting: (() => void)[] = []
  let running = 0
  let nextStart = 0

  function startNext(): void {
    if (running >= atOnce) return
    const start = waiting.shift()
    if (start === undefined) return
    running += 1
    start()
  }

  return async <Result>(run: () => Promise<Result>): Promise<Result> => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve)
      startNext()
    })
    try {
      const now = Date.now()
      const early = nextStart - now
      nextStart = Math.max(now, nextStart) + 1000 / perSecond
      if (early > 0) await wait(early)
      return await run()
    } finally {
      running -= 1
      startNext()
    }
  }
}
