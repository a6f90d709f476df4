/**
 * Returns a function that lets requests with the same key share a read. Requests that arrive during a read share the
 * next one, which starts when the current one ends. They can't use the current one, because it may have missed a write
 * that they know of. Nothing is cached. A single read adds no delay, and many requests at once cause one read at a
 * time.
 */
export function createSharedReads<Result>(): (key: string, read: () => Promise<Result>) => Promise<Result> {
  const inProgress = new Map<string, { ended: Promise<void>; next?: Promise<Result> }>()

  function startRead(key: string, read: () => Promise<Result>): Promise<Result> {
    const result = read()
    const entry: { ended: Promise<void>; next?: Promise<Result> } = {
      ended: result.then(
        () => removeIfUnused(),
        () => removeIfUnused(),
      ),
    }
    function removeIfUnused(): void {
      if (!entry.next) inProgress.delete(key)
    }
    inProgress.set(key, entry)
    return result
  }

  return (key, read) => {
    const entry = inProgress.get(key)
    if (!entry) return startRead(key, read)
    entry.next ??= entry.ended.then(() => startRead(key, read))
    return entry.next
  }
}
