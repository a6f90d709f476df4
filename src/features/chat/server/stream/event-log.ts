import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { AnnouncedEvent, ChatEvent } from '../append-events'
import { selectMessages, toMessage } from '../message-row'

export interface EventRow {
  seq: number
  kind: string
  roomId: string
  messageId: string | null
  userId: string | null
}

interface LogPiece {
  /** The events returned are complete up to this number. */
  upTo: number
  /** The number of the last chat event. All events up to it are committed. */
  clock: number
  /** Events up to this number have been deleted. */
  trimmed: number
  events: ChatEvent[]
}

/**
 * Returns at most `limit` committed events after the number `after`, in order: all events of `roomIds`, and from
 * other rooms those that change the room or its members. `roomIds` null: all events of all rooms. `chat_clock` and
 * events are read in one statement and so in one snapshot.
 */
export async function readEventLog(
  db: Database,
  after: number,
  limit: number,
  roomIds: readonly string[] | null,
): Promise<LogPiece> {
  const filter =
    roomIds === null ? sql`` : sql`and (kind in ('room', 'member') or room_id = any(${[...roomIds]}::uuid[]))`
  const { rows } = await sql<{ clock: number; trimmed: number } & (EventRow | { seq: null })>`
    select c.seq as clock, c.trimmed_seq as trimmed, e.seq, e.kind, e.room_id as "roomId",
      e.message_id as "messageId", e.user_id as "userId"
    from chat_clock c left join lateral (
      select * from chat_events where seq > ${after} ${filter} order by seq limit ${limit}
    ) e on true
    order by e.seq`.execute(db)
  const [first] = rows
  if (!first) throw new Error('chat has no clock')
  const { clock, trimmed } = first
  const upTo = rows.length < limit ? clock : (rows.at(-1)?.seq ?? clock)
  return { upTo, clock, trimmed, events: rows.flatMap((row) => (row.seq === null ? [] : toChatEvents(row))) }
}

export function toChatEvents({ seq, kind, roomId, messageId, userId }: EventRow): ChatEvent[] {
  if (kind === 'room') return [{ seq, kind, roomId }]
  if (kind === 'member' && userId !== null) return [{ seq, kind, roomId, userId }]
  if ((kind === 'message' || kind === 'changed' || kind === 'deleted') && messageId !== null)
    return [{ seq, kind, roomId, messageId }]
  return []
}

/**
 * Adds the current message to each message event that lacks it. Leaves out events about a message that was deleted
 * since, except the deletion.
 */
export async function withMessages(
  db: Database,
  events: readonly AnnouncedEvent[],
): Promise<readonly AnnouncedEvent[]> {
  const missing = new Set<string>()
  for (const event of events) if (isMessageMissing(event)) missing.add(event.messageId)
  if (missing.size === 0) return events
  const rows = await selectMessages(db)
    .where('m.id', '=', sql<string>`any(${[...missing]}::uuid[])`)
    .execute()
  const found = new Map(rows.map((row) => [row.id, toMessage(row)]))
  const whole: AnnouncedEvent[] = []
  for (const event of events) {
    const message = isMessageMissing(event) ? found.get(event.messageId) : event.message
    if (message) whole.push({ ...event, message })
    else if (!isMessageMissing(event)) whole.push(event)
  }
  return whole
}

/** Returns whether the event's message must be read before delivery. */
export function isMessageMissing(event: AnnouncedEvent): event is AnnouncedEvent & { messageId: string } {
  return (event.kind === 'message' || event.kind === 'changed') && event.message === undefined
}
