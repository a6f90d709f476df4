import type { CheckInList } from '../contract'
import type { CheckInOutcome } from '../rules/answer'
import {
  isWelcome,
  type QueuedAction,
  type ShownAnswer,
  toShownResult,
  toSend,
  type Draft,
  queuedOf,
} from './check-in-actions'
import { bookOf, overlayOf, withChanges, emptyOverlay } from './check-in-book'
import { headOf } from './check-in-store'
import { createWaiting } from './wait-for-answer'
import { type Failure, failureOf } from './check-in-server'
import type { Shift, ShiftTools, ShiftView } from './shift-view'
import { createBackOff } from './back-off'
import { decide, findByHash, findById, type Found, localAnswer, strange, targetOf } from './decide'

const AT_ONCE = 100
// Changes to ticket types, such as a new name, arrive only with the full list.
const FULL_LIST_MS = 3_600_000
/**
 * Runs check-in on this phone. Every action is stored on the phone first. Online, the server gets a short time to
 * answer; after that, and offline, the phone's list answers, and the action is sent in order until the server has it.
 */
export function createShift(tools: ShiftTools): Shift {
  const { server, store, clock } = tools
  const listeners = new Set<() => void>()
  const waiting = createWaiting<ShownAnswer>()
  const backOff = createBackOff(() => void shift.refresh(), tools.random)
  let queue: QueuedAction[] = []
  let now: ShiftView = {
    state: 'opening',
    isOnline: true,
    book: undefined,
    over: emptyOverlay,
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
    const queued = queuedOf(queue, changes.isOnline ?? now.isOnline)
    show({ ...changes, over: book ? overlayOf(book, queue) : emptyOverlay, queued })
  }
  async function keep(work: Promise<void>): Promise<void> {
    try {
      await work
    } catch {
      if (!now.isForgetful) show({ isForgetful: true })
    }
  }

  async function applyList(list: CheckInList & { isComplete: boolean }): Promise<void> {
    clock.set(Date.parse(list.serverNow))
    const book = now.book ? withChanges(now.book, list) : bookOf(list)
    const listAt = Date.parse(list.serverNow)
    if (list.isComplete) fullListAt = listAt
    reach()
    showQueue({ book, state: 'ready', listAt })
    const head = headOf(book, listAt, clock.anchor())
    await keep(store.writeList(head, list.tickets, list.isComplete))
  }

  const isClosed = () => now.state === 'gone' || now.state === 'signed_out'

  function reach(): void {
    backOff.reset()
    if (!now.isOnline) showQueue({ isOnline: true })
  }

  async function fail(failure: Failure): Promise<void> {
    if (failure === 'signed_out' || failure === 'gone') {
      show({ state: failure, book: undefined, over: emptyOverlay })
      await keep(store.deleteList())
      return
    }
    if (failure === 'refused' && now.book) return
    if (now.isOnline || now.state === 'opening')
      showQueue({ isOnline: false, ...(now.book ? {} : { state: 'failed' }) })
    waiting.cancelAll()
    if (!page.isStopped) backOff.later()
  }

  /** One at a time: an outdated answer would overwrite newer data. */
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
      await fail(failureOf(error))
    }
  }

  async function send(): Promise<void> {
    const sent = { scans: 0, doors: new Set<string>() }
    let most = AT_ONCE
    while (queue.length > 0 && !page.isStopped) {
      const [first] = queue
      const batch = queue.filter(({ entrance }) => entrance === first?.entrance).slice(0, most)
      const entrance = first?.entrance ?? ''
      try {
        const { results, serverNow } = await server.scan(
          batch.map((act) => toSend(act, clock.now())),
          entrance,
        )
        clock.set(Date.parse(serverNow))
        for (const answer of results) settle(toShownResult(answer, clock.now()))
        const held = batch.filter(({ wasOffline, kind }) => wasOffline && kind !== 'undo')
        sent.scans += held.length
        if (held.length > 0) sent.doors.add(entrance)
        await drop(batch)
        reach()
      } catch (error) {
        const failure = failureOf(error)
        // An action that the server will never accept must not block the others.
        if (failure === 'refused' && batch.length === 1) {
          tools.onDropped()
          await drop(batch)
        } else if (failure === 'refused') most = 1
        else {
          await fail(failure)
          return
        }
      }
    }
    if (sent.scans > 0) show({ back: { scans: sent.scans, doors: [...sent.doors] } })
  }

  /** Removed from the queue only once the list includes it; otherwise a count would briefly jump back. */
  async function drop(batch: readonly QueuedAction[]): Promise<void> {
    const gone = new Set(batch.map(({ nonce }) => nonce))
    await keep(store.removeActions([...gone]))
    await read()
    queue = queue.filter(({ nonce }) => !gone.has(nonce))
    showQueue()
  }

  function settle(answer: ShownAnswer): void {
    const act = queue.find(({ nonce }) => nonce === answer.nonce)
    if (!act) return
    const isHeard = waiting.tell(act.nonce, { ...answer, at: act.at })
    if (!isHeard && act.kind !== 'undo' && isWelcome(act.outcome) && !isWelcome(answer.outcome))
      tools.onContradiction(answer)
    // The server's answer counts from now on, even before the list includes it.
    queue = queue.map((one) =>
      one === act
        ? { ...act, outcome: answer.outcome, counted: answer.outcome === 'checked_in' ? answer.counted : 0 }
        : one,
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
    said?: { outcome: CheckInOutcome; counted: number },
  ): Promise<ShownAnswer> {
    const at = clock.now()
    const { outcome, counted } = said ?? decide(now.book, found, { ...draft, at })
    const given = {
      nonce: tools.newNonce(),
      at,
      entrance: tools.entrance(),
      outcome,
      counted,
      wasOffline: !now.isOnline,
    }
    const own: QueuedAction = { ...draft, ...given, ...targetOf(found) }
    const local = localAnswer(own, found)
    // No one was admitted, so there is nothing to send later.
    if (!now.isOnline && own.kind !== 'undo' && !isWelcome(outcome)) return local
    queue = [...queue, own]
    await keep(store.saveAction(own))
    showQueue()
    if (!now.isOnline) return local
    const answer = waiting.until(own.nonce)
    void flush()
    return (await answer) ?? awaitServerAnswer(own, local)
  }

  async function awaitServerAnswer(own: QueuedAction, local: ShownAnswer): Promise<ShownAnswer> {
    const spoken = { ...own, wasOffline: true }
    if (isWelcome(own.outcome) || own.kind === 'undo') {
      queue = queue.map((one) => (one.nonce === own.nonce ? spoken : one))
      await keep(store.saveAction(spoken))
    } else {
      queue = queue.filter(({ nonce }) => nonce !== own.nonce)
      await keep(store.removeActions([own.nonce]))
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
        const kept = await store.read()
        queue = [...kept.queue.filter(({ nonce }) => !queue.some((one) => one.nonce === nonce)), ...queue]
        queue = queue.map((one) => ({ ...one, wasOffline: true }))
        if (kept.list) {
          clock.restore(kept.list.anchor)
          fullListAt = kept.list.listAt
          showQueue({ book: bookOf(kept.list), state: 'ready', listAt: kept.list.listAt })
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
      const hash = await tools.hashOf(code)
      // Not a code of this site, so there is nothing to request.
      if (hash === undefined) return strange(tools.newNonce(), clock.now())
      const found = now.book ? findByHash(now.book, now.over, hash) : {}
      return act({ kind: 'code', code: code.slice(0, 500), people: 1, admitAnyway }, found)
    },
    checkIn: (ticketId, admitAnyway = false) =>
      act({ kind: 'ticket', ticketId, people: 1, admitAnyway }, findById(now, { ticketId })),
    arrive: (guestId, people, admitAnyway = false) =>
      act({ kind: 'guest', guestId, people, admitAnyway }, findById(now, { guestId })),
    undo: (nonce, of) =>
      act({ kind: 'undo', undoneNonce: nonce, people: 1, admitAnyway: false }, findById(now, of), {
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
