/** Hidden for this long, a tab hears nothing: browsers allow six connections to one place, and a forgotten tab holds one. */
const HIDDEN_MS = 60_000

export interface LiveHandlers {
  /** Something of these topics changed. */
  onTopics: (topics: readonly string[]) => void
  /** The stream stands: whatever happened before it did was not heard. */
  onOpen: () => void
}

/** Follows /api/live while somebody looks at the page. Answers how to stop. */
export function followLive({ onTopics, onOpen }: LiveHandlers): () => void {
  let source: EventSource | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined

  function open(): void {
    if (source && source.readyState !== EventSource.CLOSED) return
    source = new EventSource('/api/live')
    source.addEventListener('open', onOpen)
    source.addEventListener('message', ({ data }) => onTopics(readTopics(data)))
    // A cut is mended by the browser itself; an answer that is no stream (signed out) is not tried again.
  }
  function close(): void {
    source?.close()
    source = undefined
  }
  function look(): void {
    clearTimeout(hiding)
    if (document.visibilityState === 'visible') open()
    else hiding = setTimeout(close, HIDDEN_MS)
  }

  look()
  document.addEventListener('visibilitychange', look)
  // A browser that was offline waits long before it tries again.
  window.addEventListener('online', look)
  return () => {
    clearTimeout(hiding)
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('online', look)
    close()
  }
}

function readTopics(data: unknown): readonly string[] {
  try {
    const parsed: unknown = JSON.parse(String(data))
    if (typeof parsed !== 'object' || parsed === null || !('topics' in parsed)) return []
    return Array.isArray(parsed.topics) ? parsed.topics.filter((topic) => typeof topic === 'string') : []
  } catch {
    return []
  }
}
