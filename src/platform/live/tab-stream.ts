import type { Sink } from '~/platform/http/raw-routes'
import type { FeedStream, OpenFeed, StreamFeed } from './stream-feed'

export interface Tab {
  userId: string
  credentials(): Headers
  /**
   * Starts the feeds, and notifies the tab that its stream is open: the tab misses no event from then on. Calls `over`
   * once when the stream ends.
   */
  begin(feeds: readonly StreamFeed[], over: () => void): void
  write(bytes: Uint8Array): void
  beat(): void
  end(): void
  /** Call when the connection has closed. */
  closed(): void
}

// The maximum number of unread bytes. A slower reader is cut off, and refetches everything when it reconnects.
const WAITING_MAX = 256 * 1024
const HEARTBEAT = Buffer.from(': still here\n\n')

/**
 * Opens the stream of a tab. It stores only a few parts of the request, because thousands of tabs stay open all day.
 */
export function openTabStream(
  sink: Sink,
  opened: { userId: string; headers: Headers; search: URLSearchParams },
  random: () => number = Math.random,
): Tab {
  const { userId } = opened
  const cookie = opened.headers.get('cookie')
  const authorization = opened.headers.get('authorization')
  let request: { search: URLSearchParams; lastEventId: string | null } | undefined = {
    search: opened.search,
    lastEventId: opened.headers.get('last-event-id'),
  }
  let open: OpenFeed[] = []
  let isOver = false
  let release = (): void => undefined

  function closeFeeds(): void {
    if (isOver) return
    isOver = true
    for (const feed of open) feed.close()
    open = []
    release()
  }
  function disconnect(): void {
    closeFeeds()
    sink.cut()
  }
  function write(bytes: Uint8Array): void {
    if (isOver) return
    sink.write(bytes)
    if (sink.waiting() > WAITING_MAX) disconnect()
  }

  return {
    userId,
    credentials() {
      const headers = new Headers()
      if (cookie !== null) headers.set('cookie', cookie)
      if (authorization !== null) headers.set('authorization', authorization)
      return headers
    },
    begin(feeds, onOver) {
      release = onOver
      // The delay is random, so that the tabs of a lost server don't all reconnect at the same time.
      write(Buffer.from(`retry: ${1000 + Math.floor(random() * 2000)}\n\n`))
      const { search, lastEventId } = request ?? { search: new URLSearchParams(), lastEventId: null }
      request = undefined
      const stream: FeedStream = { userId, search, lastEventId, write, cut: disconnect }
      for (const feed of feeds) if (!isOver) open.push(feed.open(stream))
    },
    write,
    beat() {
      const positions = open.map((feed) => feed.position()).filter((bytes) => bytes !== undefined)
      if (positions.length === 0) write(HEARTBEAT)
      for (const bytes of positions) write(bytes)
    },
    end() {
      closeFeeds()
      sink.end()
    },
    closed: closeFeeds,
  }
}
