/** Pictures that are worked on at the same time, how long one more waits for its turn, and how many may wait. */
export interface TurnOptions {
  atOnce: number
  patienceMs: number
  waiting: number
}

/**
 * Lets a few pieces of work run at once. The answer is 'busy' when the line is full or no turn came in time; the work has
 * then not begun.
 */
export function createTurns({ atOnce, patienceMs, waiting }: TurnOptions) {
  let running = 0
  const line: (() => void)[] = []

  function turn(): Promise<boolean> {
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
    if (!(await turn())) return 'busy'
    try {
      return await work()
    } finally {
      const next = line.shift()
      // Whoever finishes hands over the place, so running is not counted again.
      if (next) next()
      else running -= 1
    }
  }
}
