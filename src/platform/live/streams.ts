import { problemAnswer } from '~/platform/http/answer'
import type { RawRoute, Sink } from '~/platform/http/raw-routes'
import type { Caller } from '~/platform/rpc/caller'
import { baseSentences } from '~/platform/rpc/sentences'
import { type Live, type LiveEvent, SESSION_TOPIC } from './live'
import type { StreamFeed } from './stream-feed'
import { openTab, type Tab } from './tab'
import { createTurns } from './turns'

interface StreamOptions {
  live: Live
  resolveCaller: (headers: Headers) => Promise<Caller | null>
  /** What streams carry besides topics. */
  feeds?: readonly StreamFeed[]
  /** Who hears the feeds only while guests may, which is looked at again at each sign of life. Without it, nobody is a guest. */
  guests?: { isGuest: (caller: Caller) => boolean; mayFollow: () => Promise<boolean> }
  /** Between two signs of life, at each of which the session is looked at again: one may also run out by itself. */
  heartbeatMs?: number
  streamsPerPerson?: number
}

export interface LiveStreams {
  /** GET /api/live: the one event stream of a browser tab. */
  route: RawRoute
  /**
   * Whether guests may follow has changed: their streams end at once, before the next event, and so does whatever is about to
   * open. They come back by themselves and are decided upon anew.
   */
  endGuests(): void
  /**
   * Ends every stream, and from then on each that opens: one may have been asked for, with its session still looked up.
   * Browsers come back by themselves, to whichever process is there then.
   */
  end(): void
}

interface Opened {
  userId: string
  isGuest: boolean
  isFollowing: boolean
  /** When it was decided. */
  round: number
  headers: Headers
  search: URLSearchParams
}

const noGuests = { isGuest: () => false, mayFollow: () => Promise.resolve(true) }

// Under the idle time of common proxies.
const HEARTBEAT_MS = 20_000
const STREAMS_PER_PERSON = 20
const LAST_WORD = Buffer.from(`data: ${JSON.stringify({ topics: [SESSION_TOPIC] })}\n\n`)
const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // A proxy that gathers the answer would keep the news to itself.
  'x-accel-buffering': 'no',
}

/** The last word, so that the page asks who it belongs to at once, and not when it comes back. */
function endWithWord(tab: Tab): void {
  tab.write(LAST_WORD)
  tab.end()
}

/** Server-sent events of what changed for the signed-in person, as `data: {"topics":[…]}`, and what the feeds carry. */
export function createLiveStreams(options: StreamOptions): LiveStreams {
  const { live, resolveCaller, feeds = [], guests = noGuests } = options
  const { heartbeatMs = HEARTBEAT_MS, streamsPerPerson = STREAMS_PER_PERSON } = options
  const open = new Map<string, Set<Tab>>()
  // Whether each hears the feeds. Of all others nothing is kept: they are many, and hear everything.
  const guestTabs = new Map<Tab, boolean>()
  let isEnding = false
  // How often guests were ended: who was looked up before that is not let in by what was true then.
  let round = 0
  // The bus gives all listeners one and the same event.
  let told: { event: LiveEvent; bytes: Uint8Array } | undefined
  const turns = createTurns<Tab>(heartbeatMs, (tab) => look(tab, () => tab.beat()))

  function bytesOf(event: LiveEvent): Uint8Array {
    if (told?.event !== event) told = { event, bytes: Buffer.from(`data: ${JSON.stringify(event)}\n\n`) }
    return told.bytes
  }

  /** Ends the stream when its session is over, or when its person may hear more by now, or less. */
  function look(tab: Tab, otherwise: () => void): void {
    const stays = async () => {
      const caller = await resolveCaller(tab.credentials())
      if (caller?.id !== tab.userId) return false
      const isGuest = guests.isGuest(caller)
      if (isGuest !== guestTabs.has(tab)) return false
      return !isGuest || (await guests.mayFollow()) === guestTabs.get(tab)
    }
    stays().then(
      (isWell) => (isWell ? otherwise() : endWithWord(tab)),
      // The database does not answer; that ends nobody's session.
      otherwise,
    )
  }

  function follow(sink: Sink, opened: Opened) {
    const { userId, isGuest, isFollowing } = opened
    const tab = openTab(sink, opened)
    if (isEnding || opened.round !== round) {
      // Not refused, which a browser takes for the last word.
      tab.begin([], () => undefined)
      tab.end()
      return () => tab.closed()
    }
    const own = open.get(userId) ?? new Set<Tab>()
    open.set(userId, own.add(tab))
    if (isGuest) guestTabs.set(tab, isFollowing)
    // The oldest gives way: it is the tab that was forgotten.
    if (own.size > streamsPerPerson) own.values().next().value?.end()
    const leave = turns.add(tab)
    const unsubscribe = live.subscribe(userId, (event) => {
      // Those whose session stands are told: they may show the others.
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
        const isFollowing = !isGuest || (await guests.mayFollow())
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
