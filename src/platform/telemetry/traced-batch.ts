import { createMicroBatch, type MicroBatch } from '~/lib/micro-batch'
import { continueTrace, findTraceparent } from './tracing'

/**
 * Creates a micro-batch whose `run` also gets the trace of each item's request, or undefined for an item without a
 * trace. The work of a batch belongs to the first of these traces.
 */
export function createTracedBatch<Item, Result>(options: {
  name: string
  max: number
  run: (
    items: readonly Item[],
    traceparents: ReadonlyArray<string | undefined>,
  ) => Promise<ReadonlyArray<Result | Error>>
}): MicroBatch<Item, Result> {
  const batch = createMicroBatch<{ item: Item; traceparent: string | undefined }, Result>({
    max: options.max,
    run: (entries) => {
      const traceparents = entries.map(({ traceparent }) => traceparent)
      const run = () =>
        options.run(
          entries.map(({ item }) => item),
          traceparents,
        )
      const first = traceparents.find((traceparent) => traceparent !== undefined)
      if (first === undefined) return run()
      return continueTrace(first, options.name, { attributes: { 'batch.size': entries.length } }, run)
    },
  })
  return Object.assign((item: Item) => batch({ item, traceparent: findTraceparent() }), { size: batch.size })
}
