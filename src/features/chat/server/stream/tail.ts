import type { Database } from '~/database/connect'
import type { Logger } from '~/platform/log/log'
import type { AnnouncedEvent } from '../append-events'
import { readLastEventNumber, type EventNumbers } from '../event-numbers'
import { readAccess } from './access'
import { type Audience, splitEvents, isAccessChange } from './audience'
import { isMessageMissing, readEventLog, withMessages } from './event-log'
import { toWire } from './encode-events'

export interface TailOptions {
  db: Database
  log: Logger
  audience: Audience
  /** How often to check the database for events of other server processes, in case their signal was lost. */
  pollMs?: number
}

const POLL_MS = 1000
const PIECE = 500
// How long to wait for a missing announcement before reading the database: concurrent commits announce themselves in
// any order.
const GAP_MS = 15
// The minimum time between two reads of the database. Signals that arrive in between share the next read; otherwise
// each process would read the database for every batch of the other processes.
const READ_INTERVAL_MS = 10
const RETRY_MS = 1000
// If this many announcements wait, further events are read from the database instead.
const MAX_ANNOUNCED = 1000

/**
 * Delivers events to the audience in order, each once. Events announced by this process are delivered immediately if
 * they directly follow the last delivered one. Events in between come from other processes and are read from the
 * database. After a failure, delivery is retried from the event that failed.
 *
 * Only events that may concern a stream are read. If the audience gets a new stream or room during a read, the result
 * may lack events for it, so the undelivered events are read again for all rooms.
 */
export function createTail({ db, log, audience, pollMs = POLL_MS }: TailOptions) {
  /** Every event up to this number was delivered. Only one delivery runs at a time, so only one moves it. */
  let head = 0
  /** Events are known to exist up to this number. */
  let known = 0
  /** Announced but undelivered events, keyed by the event number directly before them. */
  const announced = new Map<number, { numbers: EventNumbers; events: readonly AnnouncedEvent[] }>()
  let isRunning = false
  /**
   * True if an event has been missing for too long to wait for its announcement, so that the database must be read.
   */
  let isOverdue = false
  /** The time (of `performance.now()`, in milliseconds) before which the database isn't read again. */
  let nextReadAt = 0
  /** True after a read whose room filter became incomplete during the read. */
  let readsAllRooms = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let headAtLastPoll = 0
  let isLooking = false

  function moveHead(to: number): void {
    head = to
    audience.settle(head)
  }

  function hasWork(): boolean {
    const isReadDue = isOverdue && known > head && performance.now() >= nextReadAt
    return !isClosed && (announced.has(head) || isReadDue)
  }

  /**
   * Called after new events became known. Delivers them immediately if the database needn't be read, as for most
   * messages.
   */
  function deliverNext(): void {
    if (!isRunning && hasWork()) void deliverPending()
    else if (!isRunning && known > head) scheduleDelivery(isOverdue ? nextReadAt - performance.now() : GAP_MS)
  }

  function scheduleDelivery(ms: number): void {
    if (isClosed) return
    timer ??= setTimeout(() => {
      timer = undefined
      isOverdue = true
      deliverNext()
    }, ms).unref()
  }

  async function deliverPending(): Promise<void> {
    isRunning = true
    try {
      while (hasWork()) {
        const next = announced.get(head)
        await (next ? deliverAnnounced(next) : deliverFromDatabase())
        for (const [previous, { numbers }] of announced) if (numbers.last <= head) announced.delete(previous)
        if (known <= head) isOverdue = false
      }
    } catch (error) {
      if (!isClosed) log.error({ err: error }, 'chat: events could not be delivered, retrying')
      isOverdue = false
      scheduleDelivery(RETRY_MS)
    } finally {
      isRunning = false
    }
    if (known > head) deliverNext()
  }

  async function deliverAnnounced({
    numbers,
    events,
  }: {
    numbers: EventNumbers
    events: readonly AnnouncedEvent[]
  }) {
    announced.delete(numbers.previous)
    await deliver(events.some(isMessageMissing) ? await withMessages(db, events) : events)
    moveHead(numbers.last)
  }

  async function deliverFromDatabase(): Promise<void> {
    const expected = known
    const { roomIds, generation } = audience.getFilter()
    const filter = readsAllRooms ? null : roomIds
    const isComplete = () => filter === null || audience.generation() === generation
    const { upTo, clock, trimmed, events } = await readEventLog(db, head, PIECE, filter)
    if (clock < head || trimmed > head) return restartAt(clock)
    // The signalled events don't exist, so stop searching for them.
    if (clock < expected && known === expected) known = clock
    await deliver(await withMessages(db, events), isComplete)
    readsAllRooms = !isComplete()
    if (readsAllRooms) known = Math.max(known, upTo)
    else moveHead(upTo)
    if (head >= clock) nextReadAt = performance.now() + READ_INTERVAL_MS
  }

  /** Delivers events to the audience; stops as soon as `isComplete` returns false. */
  async function deliver(events: readonly AnnouncedEvent[], isComplete = () => true): Promise<void> {
    for (const piece of splitEvents(events.map(toWire))) {
      const [first] = piece
      if (!first) continue
      // Wait for the new access: no event may overtake one that changes who may read the room.
      const access = isAccessChange(first)
        ? await readAccess(db, first.roomId, audience.listAffected(first))
        : null
      if (!isComplete()) return
      audience.publish(piece, access)
      moveHead(piece.at(-1)?.seq ?? head)
    }
  }

  /** Restarts after the database was restored to an earlier state or this process slept for days. */
  function restartAt(clock: number): void {
    log.warn({ head, clock }, 'chat: the event order has a break, all clients reload')
    announced.clear()
    known = clock
    head = clock
    audience.cutAll()
  }

  async function pollForEvents(): Promise<void> {
    // Don't poll while events are being delivered: delivery itself notices missing ones.
    if (audience.isEmpty() || isRunning || head !== headAtLastPoll) return void (headAtLastPoll = head)
    const before = head
    const clock = await readLastEventNumber(db)
    if (clock < before && !isRunning) restartAt(clock)
    else if (clock > head) deliverUpTo(clock)
  }

  function deliverUpTo(seq: number): void {
    known = Math.max(known, seq)
    isOverdue = true
    deliverNext()
  }

  const poll = setInterval(() => {
    // Don't poll a slow database again before it responds.
    if (isLooking) return
    isLooking = true
    pollForEvents()
      .catch((error: unknown) => isClosed || log.error({ err: error }, 'chat: the clock could not be read'))
      .finally(() => (isLooking = false))
  }, pollMs).unref()

  return {
    head: () => head,
    announce(numbers: EventNumbers, events: readonly AnnouncedEvent[]): void {
      if (isClosed || numbers.last <= head) return
      known = Math.max(known, numbers.last)
      // Skip the delivery: streams that open later read these committed events from the database.
      if (audience.isEmpty() && !isRunning) head = numbers.last
      else if (announced.size < MAX_ANNOUNCED) announced.set(numbers.previous, { numbers, events })
      deliverNext()
    },
    /** Call when another process has written events up to this number. */
    advanceKnown: (seq: number): void => (audience.isEmpty() || seq <= head ? undefined : deliverUpTo(seq)),
    /** Delivers events up to this number. A stream that has caught up to it becomes live only then. */
    reach(seq: number): void {
      known = Math.max(known, seq)
      deliverNext()
    },
    /** Call it before the first stream opens: skips the events until now, which no stream needs. */
    async skipWhileEmpty(): Promise<void> {
      if (!audience.isEmpty()) return
      const clock = await readLastEventNumber(db)
      if (audience.isEmpty() && !isRunning) head = Math.max(head, clock)
    },
    close(): void {
      isClosed = true
      clearInterval(poll)
      clearTimeout(timer)
      announced.clear()
    },
  }
}
