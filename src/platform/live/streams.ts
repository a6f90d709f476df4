import { problemAnswer } from '~/platform/http/answer'
import type { RawRoute, Sink } from '~/platform/http/raw-routes'
import type { Caller } from '~/platform/rpc/caller'
import { baseSentences } from '~/platform/rpc/sentences'
import { type Live, type LiveEvent, SESSION_TOPIC } from './live'
import type { StreamFeed } from './stream-feed'
import { openTab, type Tab } from './tab'
import { createScheduler } from './staggered-scheduler'

interface StreamOptions {
  live: Live
  resolveCaller: (headers: Headers) => Promise<Caller | null>
  feeds?: readonly StreamFeed[]
  /** Callers who get feeds only while guests may, which is checked at each heartbeat. Default: no caller is a guest. */
  guests?: { isGuest: (caller: Caller) => boolean; canFollow: () => Promise<boolean> }
  /** Interval of heartbeats, which also check whether the session has expired. */
  heartbeatMs?: number
  streamsPerPerson?: number
  random?: () => number
}

export interface LiveStreams {
  /** GET /api/live: the event stream of a browser tab. */
  route: RawRoute
  /**
   * Call when the permission of guests changes: ends their streams, including those about to open, before the next
   * event. Browsers reconnect and are authorized again.
   */
  endGuests(): void
  /** Ends every stream, including those about to open. Browsers reconnect to whichever process is available. */
  end(): void
}

interface Opened {
  userId: string
  isGuest: boolean
  isFollowing: boolean
  /** Value of `round` when the stream was authorized. */
  round: number
  headers: Headers
  search: URLSearchParams
}

const defaultGuests = { isGuest: () => false, canFollow: () => Promise.resolve(true) }

// Below the idle timeout of common proxies.
const HEARTBEAT_MS = 20_000
const STREAMS_PER_PERSON = 20
const FINAL_EVENT = Buffer.from(`data: ${JSON.stringify({ topics: [SESSION_TOPIC] })}\n\n`)
const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Keeps proxies from buffering the events.
  'x-accel-buffering': 'no',
}

/** Sends a session event before ending, so that the page checks its session immediately instead of on reconnect. */
function endWithFinalEvent(tab: Tab): void {
  tab.write(FINAL_EVENT)
  tab.end()
}

/**
 * Creates the server-sent events about changes for the signed-in person, as `data: {"topics":[…]}`, and the events of
 * the feeds.
 */
export function createLiveStreams(options: StreamOptions): LiveStreams {
  const { live, resolveCaller, feeds = [], guests = defaultGuests } = options
  const { heartbeatMs = HEARTBEAT_MS, streamsPerPerson = STREAMS_PER_PERSON } = options
  const open = new Map<string, Set<Tab>>()
  // Guest tabs, and whether each gets the feeds. Tabs of members aren't stored: they are many, and always get
  // everything.
  const guestTabs = new Map<Tab, boolean>()
  let isEnding = false
  // Number of times guests were ended; authorizations from earlier rounds are invalid.
  let round = 0
  // The bus passes the same event object to all listeners.
  let notified: { event: LiveEvent; bytes: Uint8Array } | undefined
  const turns = createScheduler<Tab>(heartbeatMs, (tab) => look(tab, () => tab.beat()))

  function bytesOf(event: LiveEvent): Uint8Array {
    if (notified?.event !== event)
      notified = { event, bytes: Buffer.from(`data: ${JSON.stringify(event)}\n\n`) }
    return notified.bytes
  }

  /** Ends the stream if its session has ended or its permissions have changed. */
  function look(tab: Tab, otherwise: () => void): void {
    const stays = async () => {
      const caller = await resolveCaller(tab.credentials())
      if (caller?.id !== tab.userId) return false
      const isGuest = guests.isGuest(caller)
      if (isGuest !== guestTabs.has(tab)) return false
      return !isGuest || (await guests.canFollow()) === guestTabs.get(tab)
    }
    stays().then(
      (isWell) => (isWell ? otherwise() : endWithFinalEvent(tab)),
      // The database isn't responding, which says nothing about the session.
      otherwise,
    )
  }

  function follow(sink: Sink, opened: Opened) {
    const { userId, isGuest, isFollowing } = opened
    const tab = openTab(sink, opened, options.random)
    if (isEnding || opened.round !== round) {
      // Don't refuse it: browsers never retry a refused stream.
      tab.begin([], () => undefined)
      tab.end()
      return () => tab.closed()
    }
    const own = open.get(userId) ?? new Set<Tab>()
    open.set(userId, own.add(tab))
    if (isGuest) guestTabs.set(tab, isFollowing)
    // Ends the oldest stream, probably of a forgotten tab.
    if (own.size > streamsPerPerson) own.values().next().value?.end()
    const leave = turns.add(tab)
    const unsubscribe = live.subscribe(userId, (event) => {
      // Valid sessions pass the event on, since their page may list the ended ones.
      if (event.topics.includes(SESSION_TOPIC)) look(tab, () => tab.write(bytesOf(event)))
      else tab.write(bytesOf(event))
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

  return {
    route: {
      methods: ['GET'],
      path: /^\/api\/live$/u,
      kind: 'stream',
      access: 'signed_in',
      async handle({ scope, search }) {
        const asked = round
        const caller = await scope.caller()
        if (!caller) return problemAnswer(401, 'UNAUTHORIZED', baseSentences.UNAUTHORIZED)
        const { headers } = scope
        const userId = caller.id
        const isGuest = guests.isGuest(caller)
        const isFollowing = !isGuest || (await guests.canFollow())
        return {
          status: 200,
          headers: STREAM_HEADERS,
          open: (sink) => follow(sink, { userId, isGuest, isFollowing, round: asked, headers, search }),
        }
      },
    },
    endGuests() {
      round += 1
      for (const tab of guestTabs.keys()) tab.end()
    },
    end() {
      isEnding = true
      for (const own of open.values()) for (const tab of own) tab.end()
    },
  }
}
