/**
 * A line of work: each piece begins when the one before is over, whichever way it ended. Two requests that travel at once may arrive
 * in the other order, and be answered in a third.
 */
export function createLine() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(work, work)
    last = turn
    return turn
  }
}

export type Line = ReturnType<typeof createLine>
