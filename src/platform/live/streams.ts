import { setTimeout as sleep } from 'node:timers/promises'
import { createErrorResponse } from '~/platform/http/http-response'
import type { RawRoute, Sink } from '~/platform/http/raw-routes'
import type { Caller } from '~/platform/rpc/caller'
import { baseSentences } from '~/platform/rpc/error-messages'
import { type Live, type LiveEvent, SESSION_TOPIC } from './live'
import type { StreamFeed } from './stream-feed'
import { openTabStream, type Tab } from './tab-stream'
import { createStaggeredScheduler } from './staggered-scheduler'

interface StreamOptions {
  live: Live
  resolveCaller: (headers: Headers) => Promise<Caller | null>
  feeds?: readonly StreamFeed[]
  /**
   * Which callers are guests, and whether guests may follow the feeds. Each heartbeat checks again. By default, no
   * caller is a guest.
   */
  guests?: { isGuest: (caller: Caller) => boolean; canFollow: () => Promise<boolean> }
  /** Interval of heartbeats. Each also checks whether the session is still valid. */
  heartbeatMs?: number
  streamsPerPerson?: number
  /** How long streams stay open after `move`. */
  moveMs?: number
  random?: () => number
}

export interface LiveStreams {
  /** GET /api/live: the event stream of a browser tab. */
  route: RawRoute
  /** Counts the open streams. */
  count(): number
  /**
   * Call it when the permission of guests changes. Ends their streams before the next event, even those that are about
   * to open. Browsers reconnect and are authorized again.
   */
  endGuests(): void
  /**
   * Lets each tab open a stream at another process before its stream here ends. The tab misses no event, so it
   * reloads no data. The streams here end after eight seconds.
   */
  move(): Promise<void>
  /** Ends every stream, even those that are about to open. Browsers reconnect to any available process. */
  end(): void
}

interface Opened {
  userId: string
  isGuest: boolean
  isFollowing: boolean
  /** How many times `endGuests` had been called when this stream was authorized. */
  round: number
  headers: Headers
  search: URLSearchParams
}

const defaultGuests = { isGuest: () => false, canFollow: () => Promise.resolve(true) }

// Below the idle timeout of common proxies.
const HEARTBEAT_MS = 20_000
const STREAMS_PER_PERSON = 20
// The tabs open their new streams, each at a random moment, in the first half of this time. The other half is for
// slow networks.
const MOVE_MS = 8_000
const FINAL_EVENT = Buffer.from(`data: ${JSON.stringify({ topics: [SESSION_TOPIC] })}\n\n`)
const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Keeps proxies from buffering the events.
  'x-accel-buffering': 'no',
}

/**
 * Sends a session event before it ends the stream, so that the page checks its session immediately, and not only when it
 * reconnects.
 */
function endWithFinalEvent(tab: Tab): void {
  tab.write(FINAL_EVENT)
  tab.end()
}

/**
 * Creates the event streams: changes for the signed-in person, as `data: {"topics":[…]}`, and the events of the feeds.
 */
export function createLiveStreams(options: StreamOptions): LiveStreams {
  const { live, resolveCaller, feeds = [], guests = defaultGuests } = options
  const { heartbeatMs = HEARTBEAT_MS, streamsPerPerson = STREAMS_PER_PERSON } = options
  const { moveMs = MOVE_MS, random = Math.random } = options
  const open = new Map<string, Set<Tab>>()
  // The tabs of guests, and whether each gets the feeds. Tabs of members aren't stored, because they are many and
  // always get everything.
  const guestTabs = new Map<Tab, boolean>()
  let isEnding = false
  // How many times `endGuests` was called. A stream that was authorized before the last call, but opens after it,
  // ends immediately.
  let round = 0
  // The latest event and its bytes: the bus passes the same object to all listeners, so it is encoded once.
  let notified: { event: LiveEvent; bytes: Uint8Array } | undefined
  const turns = createStaggeredScheduler<Tab>(heartbeatMs, (tab) => endUnlessValid(tab, () => tab.beat()))

  function encodeEvent(event: LiveEvent): Uint8Array {
    if (notified?.event !== event)
      notified = { event, bytes: Buffer.from(`data: ${JSON.stringify(event)}\n\n`) }
    return notified.bytes
  }

  /** Ends the stream if its session has ended or its permissions have changed; calls `onValid` if not. */
  function endUnlessValid(tab: Tab, onValid: () => void): void {
    const isStillValid = async () => {
      const caller = await resolveCaller(tab.credentials())
      if (caller?.id !== tab.userId) return false
      const isGuest = guests.isGuest(caller)
      if (isGuest !== guestTabs.has(tab)) return false
      return !isGuest || (await guests.canFollow()) === guestTabs.get(tab)
    }
    isStillValid().then(
      (isWell) => (isWell ? onValid() : endWithFinalEvent(tab)),
      // If the database doesn't respond, the session counts as valid.
      onValid,
    )
  }

  function startStream(sink: Sink, opened: Opened) {
    const { userId, isGuest, isFollowing } = opened
    const tab = openTabStream(sink, opened, random)
    if (isEnding || opened.round !== round) {
      // Accepted and then ended, because browsers never retry a refused stream.
      tab.begin([], () => undefined)
      tab.end()
      return () => tab.closed()
    }
    const own = open.get(userId) ?? new Set<Tab>()
    open.set(userId, own.add(tab))
    if (isGuest) guestTabs.set(tab, isFollowing)
    // Ends the oldest stream, which is probably that of a forgotten tab.
    if (own.size > streamsPerPerson) own.values().next().value?.end()
    const leave = turns.add(tab)
    const unsubscribe = live.subscribe(userId, (event) => {
      // A tab whose session is still valid gets the event, because its page may list the person's sessions.
      if (event.topics.includes(SESSION_TOPIC)) endUnlessValid(tab, () => tab.write(encodeEvent(event)))
      else tab.write(encodeEvent(event))
    })
    tab.begin(isFollowing ? feeds : [], () => {
      leave()
      guestTabs.delete(tab)
      unsubscribe()
      own.delete(tab)
      if (own.size === 0 && open.get(userId) === own) open.delete(userId)
    })
    return () => tab.closed()
  }

  function end(): void {
    isEnding = true
    for (const own of open.values()) for (const tab of own) tab.end()
  }

  return {
    route: {
      methods: ['GET'],
      path: /^\/api\/live$/u,
      kind: 'stream',
      access: 'signed_in',
      async handle({ scope, search }) {
        const authorizedRound = round
        const caller = await scope.caller()
        if (!caller) return createErrorResponse(401, 'UNAUTHORIZED', baseSentences.UNAUTHORIZED)
        const { headers } = scope
        const userId = caller.id
        const isGuest = guests.isGuest(caller)
        const isFollowing = !isGuest || (await guests.canFollow())
        // The browser reads everything when its stream opens, so later events must arrive.
        await live.prepare(userId)
        return {
          status: 200,
          headers: STREAM_HEADERS,
          open: (sink) =>
            startStream(sink, { userId, isGuest, isFollowing, round: authorizedRound, headers, search }),
        }
      },
    },
    count: () => [...open.values()].reduce((sum, own) => sum + own.size, 0),
    endGuests() {
      round += 1
      for (const tab of guestTabs.keys()) tab.end()
    },
    async move() {
      // From now on, a stream that opens here ends immediately, and its browser reconnects to another process.
      isEnding = true
      if (open.size === 0) return
      for (const own of open.values())
        for (const tab of own)
          tab.write(Buffer.from(`event: move\ndata: ${Math.floor((random() * moveMs) / 2)}\n\n`))
      await sleep(moveMs)
      end()
    },
    end,
  }
}
