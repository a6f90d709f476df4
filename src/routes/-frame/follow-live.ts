/** Hidden for this long, a tab hears nothing: browsers allow six connections to one place, and a forgotten tab holds one. */
const HIDDEN_MS = 60_000
/** The server gives a sign of life every 20 seconds; a stream that stays silent for longer is dead and does not know it. */
const SILENT_MS = 50_000
/** A stream that is back within this was never away, for whoever looks. */
const AWAY_MS = 1500
const PAUSE_MS = 1000
const PAUSE_MAX_MS = 30_000

type Timer = 'hiding' | 'silence' | 'away' | 'pause'

export interface LiveHandlers {
  /** What follows `/api/live` in the address, asked at each opening. */
  search: () => string
  /** Something of these topics changed. */
  onTopics: (topics: readonly string[]) => void
  /** Other events by name, with what they carry. */
  named: Readonly<Record<string, (data: unknown) => void>>
  /** The stream stands: topics that changed before were not heard. */
  onOpen: () => void
  onState: (state: 'live' | 'connecting') => void
  /** Whether to go on after a refusal. Rejects while the server does not answer. */
  isSignedIn: () => Promise<boolean>
}

export interface LiveStream {
  /** Opens it anew, since it is to carry something else. */
  reopen: () => void
  stop: () => void
}

/** Follows /api/live while somebody looks at the page, and comes back after every kind of cut. */
export function followLive(handlers: LiveHandlers): LiveStream {
  let source: EventSource | undefined
  let isStopped = false
  let failures = 0
  const timers: { [name in Timer]?: ReturnType<typeof setTimeout> | undefined } = {}

  function after(name: Timer, ms: number, run: () => void): void {
    clearTimeout(timers[name])
    timers[name] = setTimeout(run, ms)
  }

  function open(): void {
    close()
    if (isStopped) return
    const own = new EventSource(`/api/live${handlers.search()}`)
    source = own
    // From a stream that was given up, what is still on its way comes again.
    const hear = (name: string, run: (data: unknown) => void) =>
      own.addEventListener(name, (event) => {
        if (source !== own) return
        watchSilence()
        run(event instanceof MessageEvent ? parse(event.data) : undefined)
      })
    hear('open', () => {
      failures = 0
      clearTimeout(timers.away)
      timers.away = undefined
      handlers.onState('live')
      handlers.onOpen()
    })
    hear('message', (data) => handlers.onTopics(topicsOf(data)))
    for (const [name, run] of Object.entries(handlers.named)) hear(name, run)
    own.addEventListener('error', () => {
      if (source !== own) return
      startAway()
      // A cut is mended by the browser itself. An answer that is no stream is final for it: a server that restarts behind
      // a proxy, or nobody who is signed in.
      if (own.readyState === EventSource.CLOSED) tryLater()
    })
    startAway()
    watchSilence()
  }

  function close(): void {
    source?.close()
    source = undefined
    clearTimeout(timers.silence)
    clearTimeout(timers.pause)
  }

  function startAway(): void {
    timers.away ??= setTimeout(() => handlers.onState('connecting'), AWAY_MS)
  }
  function watchSilence(): void {
    after('silence', SILENT_MS, open)
  }

  function tryLater(): void {
    const pause = Math.min(PAUSE_MAX_MS, PAUSE_MS * 2 ** failures) * (0.75 + Math.random() / 2)
    failures += 1
    clearTimeout(timers.silence)
    after('pause', pause, () => void tryAgain())
  }

  async function tryAgain(): Promise<void> {
    const refused = source
    const isSignedIn = await handlers.isSignedIn().catch(() => true)
    // Meanwhile somebody looked again, or nobody does any more.
    if (source !== refused) return
    if (isSignedIn) open()
    else stop()
  }

  function look(): void {
    clearTimeout(timers.hiding)
    if (document.visibilityState !== 'visible') return after('hiding', HIDDEN_MS, rest)
    if (!source || source.readyState === EventSource.CLOSED) open()
  }
  function rest(): void {
    close()
    // Nobody is there to be told.
    clearTimeout(timers.away)
    timers.away = undefined
  }
  function comeOnline(): void {
    if (document.visibilityState !== 'visible') return
    // A browser that was offline waits long before it tries again, or still holds on to a line that is gone.
    failures = 0
    open()
  }

  function stop(): void {
    isStopped = true
    rest()
    clearTimeout(timers.hiding)
    document.removeEventListener('visibilitychange', look)
    window.removeEventListener('online', comeOnline)
  }

  look()
  document.addEventListener('visibilitychange', look)
  window.addEventListener('online', comeOnline)
  return {
    reopen: () => {
      // Closed while hidden, it opens with everything when somebody looks.
      if (source) open()
    },
    stop,
  }
}

function parse(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}

function topicsOf(data: unknown): readonly string[] {
  if (typeof data !== 'object' || data === null || !('topics' in data)) return []
  return Array.isArray(data.topics) ? data.topics.filter((topic) => typeof topic === 'string') : []
}
