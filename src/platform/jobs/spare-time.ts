import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

export interface SpareTimeOptions {
  /** Share of the time in which the event loop works; above it the process is busy. */
  busyAbove?: number
  /** How long the share is measured, in milliseconds. */
  sampleMs?: number
  /** A piece that has waited as long as this runs all the same, so that work goes on in a process that is always busy. */
  longestMs?: number
  /** The share since the last time it was asked. */
  utilization?: () => number
}

/**
 * For work that may come later: one piece at a time, and only while people who wait for an answer leave time for it.
 * Drawing the tickets of one order takes as long as selling a hundred.
 */
export function createSpareTime(options: SpareTimeOptions = {}) {
  const { busyAbove = 0.25, sampleMs = 250, longestMs = 5_000, utilization = createMeter() } = options
  let last: Promise<unknown> = Promise.resolve()

  async function turn<Result>(run: () => Promise<Result>): Promise<Result> {
    const started = performance.now()
    do {
      // What was measured while somebody else's piece ran says nothing about requests.
      utilization()
      await sleep(sampleMs)
    } while (utilization() > busyAbove && performance.now() - started < longestMs)
    return run()
  }

  return <Result>(run: () => Promise<Result>): Promise<Result> => {
    const result = last.then(() => turn(run))
    last = result.catch(() => undefined)
    return result
  }
}

function createMeter(): () => number {
  let before = performance.eventLoopUtilization()
  return () => {
    const now = performance.eventLoopUtilization()
    const share = performance.eventLoopUtilization(now, before).utilization
    before = now
    return share
  }
}
