/** How many groups take turns: what a turn costs is spread over the whole interval. */
const GROUPS = 20

/**
 * Visits each of many things once per interval, by one timer: thousands of timers of their own would cost memory and fire in
 * one moment after everybody came back at once.
 */
export function createTurns<Thing>(everyMs: number, visit: (thing: Thing) => void) {
  const groups = Array.from({ length: GROUPS }, () => new Set<Thing>())
  let timer: NodeJS.Timeout | undefined
  let size = 0
  let joining = 0
  let turn = 0

  function next(): void {
    turn = (turn + 1) % GROUPS
    for (const thing of groups[turn] ?? []) visit(thing)
  }

  return {
    /** The first visit comes within one interval. Answers how to leave, which may be called again. */
    add(thing: Thing): () => void {
      joining = (joining + 1) % GROUPS
      const group = groups[joining] ?? new Set()
      group.add(thing)
      size += 1
      timer ??= setInterval(next, everyMs / GROUPS).unref()
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
