/** Limits of a scheduler: how many tasks run at the same time, how long one waits, and how many wait. */
export interface SchedulerOptions {
  atOnce: number
  patienceMs: number
  waiting: number
}

/**
 * Limits concurrent work. Returns 'busy', without starting the work, when the queue is full or no slot became free in
 * time.
 */
export function createScheduler({ atOnce, patienceMs, waiting }: SchedulerOptions) {
  let running = 0
  const line: (() => void)[] = []

  function waitForSlot(): Promise<boolean> {
    if (running < atOnce) {
      running += 1
      return Promise.resolve(true)
    }
    if (line.length >= waiting) return Promise.resolve(false)
    return new Promise((resolve) => {
      const enter = () => {
        clearTimeout(timer)
        resolve(true)
      }
      const timer = setTimeout(() => {
        line.splice(line.indexOf(enter), 1)
        resolve(false)
      }, patienceMs)
      line.push(enter)
    })
  }

  return async <Result>(work: () => Promise<Result>): Promise<Result | 'busy'> => {
    if (!(await waitForSlot())) return 'busy'
    try {
      return await work()
    } finally {
      const next = line.shift()
      // The slot passes directly to the next task in the queue, so `running` doesn't change.
      if (next) next()
      else running -= 1
    }
  }
}
