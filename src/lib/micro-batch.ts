import { isDatabaseUnavailable } from './database-unavailable'

interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (reason: unknown) => void
}

export interface MicroBatch<Item, Result> {
  /** Waits for the batch that carries the item; rejects with that item's own error only. */
  (item: Item): Promise<Result>
  /** Items that wait or are under way. */
  readonly size: () => number
}

/**
 * Gathers single requests into batches: `run` answers one result per item, in order; an Error among them rejects that
 * item alone. At most one batch is under way and at most `max` items in it; whatever arrives meanwhile forms the next,
 * which starts when the first returns. So an idle system adds no wait, and a busy one pays one round trip for many.
 *
 * When `run` throws, its items are run one by one, so that one bad item harms no other. `run` must therefore be
 * all or nothing (one transaction) and safe to repeat after a throw. While the database is unavailable nothing is repeated:
 * a commit whose answer was lost may have happened.
 */
export function createMicroBatch<Item, Result>(options: {
  max: number
  run: (items: readonly Item[]) => Promise<ReadonlyArray<Result | Error>>
}): MicroBatch<Item, Result> {
  const queue: Array<Waiting<Item, Result>> = []
  let underWay = 0

  async function flush(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, options.max)
      underWay = batch.length
      if (!(await settle(batch)) && batch.length > 1) for (const single of batch) await settle([single])
    }
    underWay = 0
  }

  /** False when the whole run failed and its items still wait: a lone item is rejected immediately. */
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
      if (underWay > 0) return
      underWay = 1
      // One turn of the loop: requests that arrived in the same read of the sockets travel together.
      setImmediate(() => void flush())
    })
  return Object.assign(add, { size: () => queue.length + underWay })
}
