import { z } from 'zod'
import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { isId } from '~/lib/ids'
import type { Live } from '~/platform/live/live'
import type { FeedStream, OpenFeed, StreamFeed } from '~/platform/live/stream-feed'
import type { Logger } from '~/platform/log/log'
import type { Announce, AnnouncedEvent } from '../append-events'
import { getSnapshot, type Watch } from './access'
import { createAudience, type Follower, getRoomChannel } from './audience'
import { createReadPositions } from './read-positions'
import { createTail } from './tail'
import { createTyping } from './typing'
import { encodePosition, type ReadPosition, joinBytes, encodeReset, toWire } from './encode-events'
import { type EventRow, toChatEvents, withMessages } from './event-log'
import type { Snapshot } from './access'

/** The most missed events to resend to a client. If it missed more, reloading is cheaper. */
const MOST = 500

// The most event numbers to search for missed events. Otherwise a quiet room's few events would be searched for among
// millions.
const FARTHEST = 20_000

// The most bytes of missed events to resend. Must stay below the amount of unsent data at which a stream is closed.
const LARGEST = 240 * 1024

export interface ChatStreamOptions {
  db: Database
  live: Live
  log: Logger
  /** How often to check the database for events of other server processes, in case their signal was lost. */
  pollMs?: number
}

export interface ChatStream {
  announce: Announce
  /** Shows the others who follow the room, for some seconds, that this person is typing. Never throws. */
  notifyTyping(roomId: string, person: { id: string; name: string }): void
  /** Sends the read position to the person's own tabs and devices. Call after the commit; never throws. */
  notifyRead(personId: string, read: ReadPosition): void
  /** The chat part of a tab's event stream. */
  feed: StreamFeed
  close(): void
}

const SIGNAL = 'chat.head'
const headSignal = z.int().min(0)

/** See tail.ts for the order of events and audience.ts for who receives them. */
export function createChatStream({ db, live, log, ...options }: ChatStreamOptions): ChatStream {
  const audience = createAudience((channel) => live.follow(channel))
  const tail = createTail({ db, log, audience, ...options })
  const typing = createTyping({ live, audience })
  const readPositions = createReadPositions({ live, audience })
  const notifyOthers = createEventSignaler(live)
  const stop = live.onSignal(SIGNAL, (payload) => {
    const seq = headSignal.safeParse(payload)
    if (seq.success) tail.advanceKnown(seq.data)
  })
  let position = { head: 0, bytes: encodePosition(0) }

  /**
   * Starts a stream. Adds it to the audience first, so that it misses no new event while the events it missed before
   * are read and sent.
   */
  async function startFollower(
    follower: Follower,
    after: number | null,
    isOver: () => boolean,
  ): Promise<void> {
    await tail.skipWhileEmpty()
    if (isOver()) return
    audience.enter(follower)
    const snapshot = await getSnapshot(db, follower.userId, follower.watch)
    const missed = await readMissedEvents(db, follower.userId, after, snapshot)
    if (isOver()) return
    audience.catchUp(follower, snapshot.roomIds, snapshot.clock)
    follower.write(missed)
    audience.settle(tail.head())
    tail.reach(snapshot.clock)
  }

  function openStream({ userId, search, lastEventId, write, cut }: FeedStream): OpenFeed {
    const follower: Follower = {
      userId,
      watch: parseWatch(search.get('watch')),
      write,
      cut,
      rooms: new Set(),
      waiting: [],
      notifiedUpTo: undefined,
    }
    let isOver = false
    startFollower(
      follower,
      parseEventNumber(lastEventId) ?? parseEventNumber(search.get('after')),
      () => isOver,
    ).catch((error: unknown) => {
      if (isOver) return
      log.error({ err: error }, 'chat: a stream could not start and was closed')
      cut()
    })
    return {
      position() {
        if (follower.waiting !== null) return undefined
        if (position.head !== tail.head())
          position = { head: tail.head(), bytes: encodePosition(tail.head()) }
        return position.bytes
      },
      close() {
        isOver = true
        audience.leave(follower)
      },
    }
  }

  return {
    announce(numbers, events) {
      tail.announce(numbers, events)
      notifyOthers(numbers.last, events)
    },
    notifyTyping: (roomId, person) => typing.notify(roomId, person),
    notifyRead: (personId, read) => readPositions.notify(personId, read),
    feed: { open: openStream },
    close() {
      stop()
      typing.close()
      readPositions.close()
      tail.close()
    },
  }
}

/**
 * Signals new events to the other processes that have streams for them, at most once per channel and turn of the event
 * loop. Everyone who can find a room learns of its changes, so these are signalled to all processes.
 */
function createEventSignaler(live: Live): (seq: number, events: readonly AnnouncedEvent[]) => void {
  let last = 0
  const [rooms, people] = [new Set<string>(), new Set<string>()]
  let isForAll = false
  let isPlanned = false

  function sendSignals(): void {
    if (isForAll) live.signal(SIGNAL, last)
    else {
      for (const roomId of rooms) live.signal(SIGNAL, last, { name: getRoomChannel(roomId) })
      for (const userId of people) live.signal(SIGNAL, last, { userId })
    }
    rooms.clear()
    people.clear()
    isForAll = false
    isPlanned = false
  }

  return (seq, events) => {
    last = Math.max(last, seq)
    for (const event of events) {
      if (event.kind === 'room') isForAll = true
      else rooms.add(event.roomId)
      if (event.kind === 'member') people.add(event.userId)
    }
    if (isPlanned || events.length === 0) return
    isPlanned = true
    setImmediate(sendSignals)
  }
}

function parseWatch(text: string | null): Watch {
  if (text === 'feed') return 'feed'
  return text !== null && isId(text) ? { roomId: text.toLowerCase() } : null
}

/** Parses an event number from a request; null if missing or malformed. */
function parseEventNumber(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}

/**
 * Returns the events after `after` that the person may receive, up to the snapshot, in order and as bytes. They end
 * with the event number of the snapshot.
 */
async function readMissedEvents(
  db: Database,
  userId: string,
  after: number | null,
  { clock, trimmed, roomIds }: Snapshot,
): Promise<Uint8Array> {
  if (after === null || after === clock) return encodePosition(clock)
  // If the client's position is higher than the last event number, the database was restored to an earlier state.
  if (after > clock || after < trimmed || clock - after > FARTHEST) return encodeReset(clock)
  const { rows } = await sql<EventRow>`
    select e.seq, e.kind, e.room_id as "roomId", e.message_id as "messageId", e.user_id as "userId"
    from chat_events e
    where e.seq > ${after} and e.seq <= ${clock}
      and (e.room_id = any(${roomIds}::uuid[]) or e.user_id = ${userId} or (e.kind = 'room' and exists (
        select from chat_rooms r where r.id = e.room_id and (r.room_type <> 'private' or r.join_by = 'request')
          and not exists (select from chat_bans b where b.room_id = r.id and b.user_id = ${userId}))))
    order by e.seq limit ${MOST + 1}`.execute(db)
  if (rows.length > MOST) return encodeReset(clock)
  const events = await withMessages(
    db,
    rows.flatMap((row) => toChatEvents(row)),
  )
  const bytes = joinBytes([...events.map(toWire), { bytes: encodePosition(clock) }])
  return bytes.length > LARGEST ? encodeReset(clock) : bytes
}
