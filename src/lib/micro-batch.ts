import { isDatabaseUnavailable } from './database-unavailable'

interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (reason: unknown) => void
}

export interface MicroBatch<Item, Result> {
  /** Waits for the batch with this item. Rejects only with the item's own error. */
  (item: Item): Promise<Result>
  readonly size: () => number
}

/**
 * Groups single requests into batches. `run` returns one result per item, in order; an Error among them rejects only
 * that item. One batch of at most `max` items runs at a time, and items that arrive during it form the next batch. An
 * idle system adds no delay, and a busy one needs one round trip for many items.
 *
 * If `run` throws, its items run one by one, so that a bad item doesn't affect others. So `run` must be atomic (one
 * transaction) and safe to repeat after a throw. Nothing is repeated while the database is unavailable, because a
 * commit may have succeeded although its response was lost.
 */
export function createMicroBatch<Item, Result>(options: {
  max: number
  run: (items: readonly Item[]) => Promise<ReadonlyArray<Result | Error>>
}): MicroBatch<Item, Result> {
  const queue: Array<Waiting<Item, Result>> = []
  let inProgress = 0

  async function flush(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, options.max)
      inProgress = batch.length
      if (!(await settle(batch)) && batch.length > 1) for (const single of batch) await settle([single])
    }
    inProgress = 0
  }

  /** Returns false if a batch failed and its items must run one by one. A single item is rejected immediately. */
  async function settle(batch: ReadonlyArray<Waiting<Item, Result>>): Promise<boolean> {
    try {
      const results = await options.run(batch.map(({ item }) => item))
      if (results.length !== batch.length)
        throw new Error(`The batch answered ${results.length} results for ${batch.length} items`)
      results.forEach((result, index) => {
        if (result instanceof Error) batch[index]?.reject(result)
        else batch[index]?.resolve(result)
      })
      return true
    } catch (error) {
      const isFinal = batch.length === 1 || isDatabaseUnavailable(error)
      if (isFinal) for (const { reject } of batch) reject(error)
      return isFinal
    }
  }

  const add = (item: Item): Promise<Result> =>
    new Promise<Result>((resolve, reject) => {
      queue.push({ item, resolve, reject })
      if (inProgress > 0) return
      inProgress = 1
      // Starts after one turn of the event loop, so that requests from the same socket read share a batch.
      setImmediate(() => void flush())
    })
  return Object.assign(add, { size: () => queue.length + inProgress })
}
