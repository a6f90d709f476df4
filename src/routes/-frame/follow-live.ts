/**
 * Closes the stream of a tab hidden this long: browsers allow six connections per host, and forgotten tabs would use
 * them up.
 */
const HIDDEN_MS = 60_000
/** Reconnects a stream that was silent for this long; the server sends a heartbeat every 20 seconds. */
const SILENT_MS = 50_000
/** Interruptions shorter than this, in ms, aren't reported to `onState`. */
const AWAY_MS = 1500
const PAUSE_MS = 1000
const PAUSE_MAX_MS = 30_000

type Timer = 'hiding' | 'silence' | 'away' | 'pause' | 'move'

export interface LiveHandlers {
  /** Returns the query of `/api/live`, called at each opening. */
  search: () => string
  onTopics: (topics: readonly string[]) => void
  named: Readonly<Record<string, (data: unknown) => void>>
  /** Called when the stream is open: earlier changes may have been missed. */
  onOpen: () => void
  onState: (state: 'live' | 'connecting') => void
  /**
   * Whether the person is still signed in. Called after the server refused the stream: if false, it stays closed.
   * Rejects while the server doesn't respond.
   */
  isSignedIn: () => Promise<boolean>
  random?: () => number
}

export interface LiveStream {
  /** Reopens the stream with a changed query. */
  reopen: () => void
  stop: () => void
}

/** Follows /api/live while the page is visible, and reconnects after any interruption. */
export function followLive(handlers: LiveHandlers): LiveStream {
  const { random = Math.random } = handlers
  let source: EventSource | undefined
  /** A stream at another process, opened while the server of `source` stops. */
  let next: EventSource | undefined
  /** The stream that `next` replaced; it stays open until its server ends it. */
  let previous: EventSource | undefined
  let isStopped = false
  let failures = 0
  const timers: { [name in Timer]?: ReturnType<typeof setTimeout> | undefined } = {}

  function startTimer(name: Timer, ms: number, run: () => void): void {
    clearTimeout(timers[name])
    timers[name] = setTimeout(run, ms)
  }

  function openStream(): void {
    closeStream()
    if (isStopped) return
    source = createSource()
    startConnectingTimer()
    watchHeartbeat()
  }

  function createSource(): EventSource {
    const own = new EventSource(`/api/live${handlers.search()}`)
    // Ignores late events of a replaced stream, because the new stream repeats them.
    const listen = (name: string, run: (data: unknown) => void) =>
      own.addEventListener(name, (event) => {
        if (source !== own && previous !== own) return
        watchHeartbeat()
        run(event instanceof MessageEvent ? parseJson(event.data) : undefined)
      })
    own.addEventListener('open', () => {
      if (own === next) return replaceStream(own)
      if (own !== source) return
      watchHeartbeat()
      failures = 0
      clearTimeout(timers.away)
      timers.away = undefined
      handlers.onState('live')
      handlers.onOpen()
    })
    listen('message', (data) => handlers.onTopics(parseTopics(data)))
    listen('move', (ms) => startTimer('move', Number(ms) || 0, moveStream))
    for (const [name, run] of Object.entries(handlers.named)) listen(name, run)
    own.addEventListener('error', () => {
      if (own === previous) return closePrevious()
      if (own !== source && own !== next) return
      // If one of the two streams fails, give up the move, because changes may be missed. The tab reconnects when its
      // current stream ends, and then refetches its data.
      closeNext()
      if (own !== source) return
      startConnectingTimer()
      // Browsers reconnect after an interruption, but not after a response that isn't a stream. The server sends such a
      // response while it restarts behind a proxy, or if no one is signed in.
      if (own.readyState === EventSource.CLOSED) scheduleReconnect()
    })
    return own
  }

  /**
   * Opens a stream at another process, because the current process stops. Until it is open, the current stream
   * continues.
   */
  function moveStream(): void {
    if (source?.readyState !== EventSource.OPEN) return
    closeNext()
    next = createSource()
  }

  /** Both streams deliver events until the old one ends, so that no event is missed. */
  function replaceStream(opened: EventSource): void {
    closePrevious()
    previous = source
    source = opened
    next = undefined
    watchHeartbeat()
  }

  function closeNext(): void {
    next?.close()
    next = undefined
  }
  function closePrevious(): void {
    previous?.close()
    previous = undefined
  }

  function closeStream(): void {
    source?.close()
    source = undefined
    closeNext()
    closePrevious()
    clearTimeout(timers.silence)
    clearTimeout(timers.pause)
    clearTimeout(timers.move)
  }

  function startConnectingTimer(): void {
    timers.away ??= setTimeout(() => handlers.onState('connecting'), AWAY_MS)
  }
  function watchHeartbeat(): void {
    startTimer('silence', SILENT_MS, openStream)
  }

  function scheduleReconnect(): void {
    const pause = Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** failures) * (0.75 + random() / 2)
    failures += 1
    clearTimeout(timers.silence)
    startTimer('pause', pause, () => void reconnect())
  }

  async function reconnect(): Promise<void> {
    const refused = source
    const isSignedIn = await handlers.isSignedIn().catch(() => true)
    // The tab was hidden or shown during the request, which closed or replaced the stream.
    if (source !== refused) return
    if (isSignedIn) openStream()
    else stopFollowing()
  }

  function checkVisibility(): void {
    clearTimeout(timers.hiding)
    if (document.visibilityState !== 'visible') return startTimer('hiding', HIDDEN_MS, pauseStream)
    if (!source || source.readyState === EventSource.CLOSED) openStream()
  }
  function pauseStream(): void {
    closeStream()
    // The tab is hidden, so the interruption isn't reported.
    clearTimeout(timers.away)
    timers.away = undefined
  }
  function reconnectWhenOnline(): void {
    if (document.visibilityState !== 'visible') return
    // Reconnects immediately: after being offline, browsers wait long before they reconnect, or keep a broken
    // connection.
    failures = 0
    openStream()
  }

  function stopFollowing(): void {
    isStopped = true
    pauseStream()
    clearTimeout(timers.hiding)
    document.removeEventListener('visibilitychange', checkVisibility)
    window.removeEventListener('online', reconnectWhenOnline)
  }

  checkVisibility()
  document.addEventListener('visibilitychange', checkVisibility)
  window.addEventListener('online', reconnectWhenOnline)
  return {
    reopen: () => {
      // A stream closed while hidden reopens when the tab is visible.
      if (source) openStream()
    },
    stop: stopFollowing,
  }
}

function parseJson(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}

function parseTopics(data: unknown): readonly string[] {
  if (typeof data !== 'object' || data === null || !('topics' in data)) return []
  return Array.isArray(data.topics) ? data.topics.filter((topic) => typeof topic === 'string') : []
}
