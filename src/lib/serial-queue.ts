/**
 * Returns a function that runs tasks one after another, even if the previous one failed. Concurrent requests could
 * otherwise arrive, or be answered, in another order.
 */
export function createSerialQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(work, work)
    last = turn
    return turn
  }
}

export type Line = ReturnType<typeof createSerialQueue>
