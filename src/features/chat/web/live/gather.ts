/** Runs once for all that is asked for within some milliseconds of the first: many events make one reading. */
export function createGather(waitMs: () => number, run: (keys: ReadonlySet<string>) => void) {
  let keys = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    add(key: string): void {
      keys.add(key)
      timer ??= setTimeout(() => {
        const gathered = keys
        keys = new Set()
        timer = undefined
        run(gathered)
      }, waitMs())
    },
    stop(): void {
      clearTimeout(timer)
      timer = undefined
      keys.clear()
    },
  }
}
