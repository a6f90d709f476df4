import type { Database } from '~/database/connect'
import type { Logger } from '~/platform/log/log'
import type { AnnouncedEvent } from '../append-events'
import { readClock, type Tick } from '../clock'
import { readAccess } from './access'
import { type Audience, inPieces, isChange } from './audience'
import { isWithout, readLog, withMessages } from './event-log'
import { toWire } from './wire'

export interface TailOptions {
  db: Database
  log: Logger
  audience: Audience
  /** Between two looks whether another process wrote something that nobody signalled. */
  pollMs?: number
}

const POLL_MS = 1000
/** How many events are read at once. */
const PIECE = 500
// Transactions that commit together announce themselves in any order, a moment apart.
const GAP_MS = 15
const AGAIN_MS = 1000
// Beyond this, what waits for something before it is read from the database after all.
const MOST_ANNOUNCED = 1000

/**
 * Tells the audience what happens, in order, each event once. What this process announces goes out at once where it follows
 * what was told last; what is missing in between, because another process wrote it, is read from the database. Whatever
 * fails is repeated from where it failed.
 */
export function createTail({ db, log, audience, pollMs = POLL_MS }: TailOptions) {
  /** The audience has heard everything up to here. Only one run at a time moves it. */
  let head = 0
  /** Something is known to have happened up to here. */
  let known = 0
  /** What was announced and not told yet, by the number that it follows. */
  const announced = new Map<number, { tick: Tick; events: readonly AnnouncedEvent[] }>()
  let isRunning = false
  /** What is missing will not come by itself. */
  let isOverdue = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let headAtLook = 0
  let isLooking = false

  function move(to: number): void {
    head = to
    audience.settle(head)
  }

  function hasWork(): boolean {
    return !isClosed && (announced.has(head) || (isOverdue && known > head))
  }

  /** After anything became known. Tells without waiting where nothing has to be read: most of what happens are messages. */
  function proceed(): void {
    if (!isRunning && hasWork()) void run()
    else if (!isRunning && known > head) proceedIn(GAP_MS)
  }

  function proceedIn(ms: number): void {
    if (isClosed) return
    timer ??= setTimeout(() => {
      timer = undefined
      isOverdue = true
      proceed()
    }, ms).unref()
  }

  async function run(): Promise<void> {
    isRunning = true
    try {
      while (hasWork()) {
        const next = announced.get(head)
        await (next ? tellAnnounced(next) : readOn())
        for (const [previous, { tick }] of announced) if (tick.last <= head) announced.delete(previous)
        if (known <= head) isOverdue = false
      }
    } catch (error) {
      if (!isClosed) log.error({ err: error }, 'chat: what happened could not be told and is tried again')
      isOverdue = false
      proceedIn(AGAIN_MS)
    } finally {
      isRunning = false
    }
    // A gap is left.
    if (known > head) proceed()
  }

  async function tellAnnounced({ tick, events }: { tick: Tick; events: readonly AnnouncedEvent[] }) {
    announced.delete(tick.previous)
    await tell(events.some(isWithout) ? await withMessages(db, events) : events)
    move(tick.last)
  }

  async function readOn(): Promise<void> {
    const expected = known
    const { upTo, clock, trimmed, events } = await readLog(db, head, PIECE)
    if (clock < head || trimmed > head) return startAgain(clock)
    // There is less than was said: it is not looked for again and again.
    if (clock < expected && known === expected) known = clock
    await tell(await withMessages(db, events))
    move(upTo)
  }

  async function tell(events: readonly AnnouncedEvent[]): Promise<void> {
    for (const piece of inPieces(events.map(toWire))) {
      const [first] = piece
      if (!first) continue
      // Nothing passes an event that changes who may hear it.
      const access = isChange(first) ? await readAccess(db, first.roomId, audience.concerned(first)) : null
      audience.hear(piece, access)
      move(piece.at(-1)?.seq ?? head)
    }
  }

  /** The database was set back, or this process slept for days. */
  function startAgain(clock: number): void {
    log.warn({ head, clock }, 'chat: the order of events has a break, everybody reads again')
    announced.clear()
    known = clock
    head = clock
    audience.cutAll()
  }

  async function look(): Promise<void> {
    // While the head moves, a gap would be noticed by itself.
    if (audience.isEmpty() || isRunning || head !== headAtLook) return void (headAtLook = head)
    const before = head
    const clock = await readClock(db)
    if (clock < before && !isRunning) startAgain(clock)
    else if (clock > head) hurry(clock)
  }

  function hurry(seq: number): void {
    known = Math.max(known, seq)
    isOverdue = true
    proceed()
  }

  const poll = setInterval(() => {
    // A database that takes its time is not asked again and again meanwhile.
    if (isLooking) return
    isLooking = true
    look()
      .catch((error: unknown) => isClosed || log.error({ err: error }, 'chat: the clock cannot be read'))
      .finally(() => (isLooking = false))
  }, pollMs).unref()

  return {
    head: () => head,
    announce(tick: Tick, events: readonly AnnouncedEvent[]): void {
      if (isClosed || tick.last <= head) return
      known = Math.max(known, tick.last)
      // Nobody who comes later has to be told: it is committed.
      if (audience.isEmpty() && !isRunning) head = tick.last
      else if (announced.size < MOST_ANNOUNCED) announced.set(tick.previous, { tick, events })
      proceed()
    },
    /** Another process wrote up to here. */
    heardOf: (seq: number): void => (audience.isEmpty() ? undefined : hurry(seq)),
    /** Somebody was told up to here and waits until everybody is. */
    reach(seq: number): void {
      known = Math.max(known, seq)
      proceed()
    },
    /** Before somebody comes while nobody is there: what happened until now need not be told to anybody. */
    async skipWhileEmpty(): Promise<void> {
      if (!audience.isEmpty()) return
      const clock = await readClock(db)
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
