import type { CheckInList } from '../contract'
import type { CheckInOutcome } from '../rules/decide-scan'
import {
  isWelcome,
  type QueuedAction,
  type ShownResult,
  toShownResult,
  toCheckInAction,
  type Draft,
  countQueued,
} from './check-in-actions'
import { createPhoneList, createOverlay, withChanges, emptyOverlay } from './phone-check-in-list'
import { toStoredHead } from './check-in-store'
import { createResultWaiters } from './result-waiters'
import { type Failure, toFailure } from './check-in-calls'
import type { Shift, ShiftTools, ShiftView } from './shift-view'
import { createBackOff } from './back-off'
import { decide, findByHash, findById, type Found, toLocalResult, toUnknownResult, toTarget } from './decide'

const BATCH_SIZE = 100
// How often the phone loads the full list. Only that contains changes to ticket types, such as a new name.
const FULL_LIST_MS = 3_600_000
/**
 * Runs check-in on this phone. Every action is stored on the phone first. Online, the server gets a short time to
 * answer; after that, and offline, the phone decides by its list. Actions are sent in order until the server has
 * received them.
 */
export function createShift(tools: ShiftTools): Shift {
  const { server, store, clock } = tools
  const listeners = new Set<() => void>()
  const waiting = createResultWaiters<ShownResult>()
  const backOff = createBackOff(() => void shift.refresh(), tools.random)
  let queue: QueuedAction[] = []
  let now: ShiftView = {
    state: 'opening',
    isOnline: true,
    book: undefined,
    overlay: emptyOverlay,
    queued: 0,
    listAt: 0,
    back: undefined,
    isForgetful: false,
  }
  const page = { isStopped: false }
  let fullListAt = 0
  let sending: Promise<void> | undefined
  let reading: Promise<void> | undefined

  function show(changes: Partial<ShiftView>): void {
    now = { ...now, ...changes }
    for (const listener of listeners) listener()
  }
  function showQueue(changes: Partial<ShiftView> = {}): void {
    const book = changes.book ?? now.book
    const queued = countQueued(queue, changes.isOnline ?? now.isOnline)
    show({ ...changes, overlay: book ? createOverlay(book, queue) : emptyOverlay, queued })
  }
  async function attempt(work: Promise<void>): Promise<void> {
    try {
      await work
    } catch {
      if (!now.isForgetful) show({ isForgetful: true })
    }
  }

  async function applyList(list: CheckInList & { isComplete: boolean }): Promise<void> {
    clock.set(Date.parse(list.serverNow))
    const book = now.book ? withChanges(now.book, list) : createPhoneList(list)
    const listAt = Date.parse(list.serverNow)
    if (list.isComplete) fullListAt = listAt
    setOnline()
    showQueue({ book, state: 'ready', listAt })
    const head = toStoredHead(book, listAt, clock.anchor())
    await attempt(store.writeList(head, list.tickets, list.isComplete))
  }

  const isClosed = () => now.state === 'no_access' || now.state === 'signed_out'

  function setOnline(): void {
    backOff.reset()
    if (!now.isOnline) showQueue({ isOnline: true })
  }

  async function fail(failure: Failure): Promise<void> {
    if (failure === 'signed_out' || failure === 'no_access') {
      show({ state: failure, book: undefined, overlay: emptyOverlay })
      await attempt(store.deleteList())
      return
    }
    if (failure === 'refused' && now.book) return
    if (now.isOnline || now.state === 'opening')
      showQueue({ isOnline: false, ...(now.book ? {} : { state: 'failed' }) })
    waiting.cancelAll()
    if (!page.isStopped) backOff.schedule()
  }

  /**
   * Loads the list or its changes, one request at a time: otherwise an outdated response could overwrite newer data.
   */
  function read(): Promise<void> {
    reading = (reading ?? Promise.resolve()).then(readOnce)
    return reading
  }
  async function readOnce(): Promise<void> {
    try {
      const { book } = now
      const isFresh = clock.now() - fullListAt < FULL_LIST_MS
      await applyList(
        book && isFresh
          ? await server.changes(book.seq, book.guestsTag)
          : { ...(await server.open()), isComplete: true },
      )
    } catch (error) {
      await fail(toFailure(error))
    }
  }

  async function send(): Promise<void> {
    const sent = { scans: 0, entrances: new Set<string>() }
    let limit = BATCH_SIZE
    while (queue.length > 0 && !page.isStopped) {
      const [first] = queue
      const batch = queue.filter(({ entrance }) => entrance === first?.entrance).slice(0, limit)
      const entrance = first?.entrance ?? ''
      try {
        const { results, serverNow } = await server.scan(
          batch.map((act) => toCheckInAction(act, clock.now())),
          entrance,
        )
        clock.set(Date.parse(serverNow))
        for (const result of results) applyResult(toShownResult(result, clock.now()))
        const held = batch.filter(({ wasOffline, kind }) => wasOffline && kind !== 'undo')
        sent.scans += held.length
        if (held.length > 0) sent.entrances.add(entrance)
        await removeFromQueue(batch)
        setOnline()
      } catch (error) {
        const failure = toFailure(error)
        // An action that the server will never accept must not block the others.
        if (failure === 'refused' && batch.length === 1) {
          tools.onDropped()
          await removeFromQueue(batch)
        } else if (failure === 'refused') limit = 1
        else {
          await fail(failure)
          return
        }
      }
    }
    if (sent.scans > 0) show({ back: { scans: sent.scans, entrances: [...sent.entrances] } })
  }

  /**
   * Removes sent actions from the queue, but only once the list includes them; otherwise a count would briefly jump
   * back.
   */
  async function removeFromQueue(batch: readonly QueuedAction[]): Promise<void> {
    const nonces = new Set(batch.map(({ nonce }) => nonce))
    await attempt(store.removeActions([...nonces]))
    await read()
    queue = queue.filter(({ nonce }) => !nonces.has(nonce))
    showQueue()
  }

  function applyResult(result: ShownResult): void {
    const act = queue.find(({ nonce }) => nonce === result.nonce)
    if (!act) return
    const isHeard = waiting.settle(act.nonce, { ...result, at: act.at })
    if (!isHeard && act.kind !== 'undo' && isWelcome(act.outcome) && !isWelcome(result.outcome))
      tools.onContradiction(result)
    // From now on the phone uses the server's result, even before its list includes the action.
    queue = queue.map((queued) =>
      queued === act
        ? { ...act, outcome: result.outcome, counted: result.outcome === 'checked_in' ? result.counted : 0 }
        : queued,
    )
    showQueue()
  }

  function flush(): Promise<void> {
    sending ??= send().finally(() => {
      sending = undefined
      if (queue.length > 0 && now.isOnline && !page.isStopped && !isClosed()) void flush()
    })
    return sending
  }

  async function act(
    draft: Draft,
    found: Found,
    fixed?: { outcome: CheckInOutcome; counted: number },
  ): Promise<ShownResult> {
    const at = clock.now()
    const { outcome, counted } = fixed ?? decide(now.book, found, { ...draft, at })
    const given = {
      nonce: tools.newNonce(),
      at,
      entrance: tools.entrance(),
      outcome,
      counted,
      wasOffline: !now.isOnline,
    }
    const own: QueuedAction = { ...draft, ...given, ...toTarget(found) }
    const local = toLocalResult(own, found)
    // A scan that the phone refused while offline admitted no one, so it is neither stored nor sent.
    if (!now.isOnline && own.kind !== 'undo' && !isWelcome(outcome)) return local
    queue = [...queue, own]
    await attempt(store.saveAction(own))
    showQueue()
    if (!now.isOnline) return local
    const result = waiting.waitFor(own.nonce)
    void flush()
    return (await result) ?? settleLocally(own, local)
  }

  async function settleLocally(own: QueuedAction, local: ShownResult): Promise<ShownResult> {
    const offline = { ...own, wasOffline: true }
    if (isWelcome(own.outcome) || own.kind === 'undo') {
      queue = queue.map((act) => (act.nonce === own.nonce ? offline : act))
      await attempt(store.saveAction(offline))
    } else {
      queue = queue.filter(({ nonce }) => nonce !== own.nonce)
      await attempt(store.removeActions([own.nonce]))
    }
    showQueue()
    return local
  }

  const shift: Shift = {
    view: () => now,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async start() {
      page.isStopped = false
      try {
        const stored = await store.read()
        queue = [...stored.queue.filter(({ nonce }) => !queue.some((act) => act.nonce === nonce)), ...queue]
        queue = queue.map((act) => ({ ...act, wasOffline: true }))
        if (stored.list) {
          clock.restore(stored.list.anchor)
          fullListAt = stored.list.listAt
          showQueue({ book: createPhoneList(stored.list), state: 'ready', listAt: stored.list.listAt })
        }
      } catch {
        show({ isForgetful: true })
      }
      await shift.refresh()
    },
    stop() {
      page.isStopped = true
      backOff.stop()
    },
    async scan(code, admitAnyway = false) {
      const hash = await tools.hashCode(code)
      // Not a code of this site, so there is nothing to request.
      if (hash === undefined) return toUnknownResult(tools.newNonce(), clock.now())
      const found = now.book ? findByHash(now.book, now.overlay, hash) : {}
      return act({ kind: 'code', code: code.slice(0, 500), people: 1, admitAnyway }, found)
    },
    checkIn: (ticketId, admitAnyway = false) =>
      act({ kind: 'ticket', ticketId, people: 1, admitAnyway }, findById(now, { ticketId })),
    arrive: (guestId, people, admitAnyway = false) =>
      act({ kind: 'guest', guestId, people, admitAnyway }, findById(now, { guestId })),
    undo: (nonce, target) =>
      act({ kind: 'undo', undoneNonce: nonce, people: 1, admitAnyway: false }, findById(now, target), {
        outcome: 'undone',
        counted: 0,
      }),
    async refresh() {
      if (isClosed()) return
      // Send queued actions first, so that the list includes them.
      if (queue.length > 0) await flush()
      else await read()
    },
    comeOnline() {
      backOff.reset()
      void shift.refresh()
    },
    goOffline() {
      if (now.isOnline) void fail('offline')
    },
    async seen(nonces) {
      const { book } = now
      if (book)
        show({
          book: { ...book, duplicates: book.duplicates.filter(({ nonce }) => !nonces.includes(nonce)) },
        })
      try {
        await server.seen(nonces)
      } catch (error) {
        if (book) show({ book })
        throw error
      }
    },
    readBack: () => show({ back: undefined }),
  }
  return shift
}
