/**
 * Number of groups of items. The groups are visited one after another, so that the cost is spread over the interval.
 */
const GROUPS = 20

/**
 * Visits each item once per interval, with one timer for all. Thousands of timers would cost memory, and would fire
 * simultaneously after many browsers have reconnected.
 */
export function createStaggeredScheduler<Thing>(everyMs: number, visit: (thing: Thing) => void) {
  const groups = Array.from({ length: GROUPS }, () => new Set<Thing>())
  let timer: NodeJS.Timeout | undefined
  let size = 0
  let joining = 0
  let turn = 0

  function visitNext(): void {
    turn = (turn + 1) % GROUPS
    for (const thing of groups[turn] ?? []) visit(thing)
  }

  return {
    /** The first visit is within one interval. Returns a function that removes the item; calling it twice is safe. */
    add(thing: Thing): () => void {
      joining = (joining + 1) % GROUPS
      const group = groups[joining] ?? new Set()
      group.add(thing)
      size += 1
      timer ??= setInterval(visitNext, everyMs / GROUPS).unref()
      return () => {
        if (!group.delete(thing)) return
        size -= 1
        if (size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}
