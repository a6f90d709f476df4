import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { AnnouncedEvent, ChatEvent } from '../append-events'
import { selectMessages, toMessage } from '../message-row'

/** A row of chat_events. */
export interface EventRow {
  seq: number
  kind: string
  roomId: string
  messageId: string | null
  userId: string | null
}

interface LogPiece {
  /** Up to where this tells everything. */
  upTo: number
  /** Up to where everything is committed. */
  clock: number
  /** Up to where events have been removed. */
  trimmed: number
  events: ChatEvent[]
}

/**
 * What was committed after a number, in order, at most `most` of it. One statement, so that the clock and the events are of
 * one moment: the clock is held by whoever writes events until both are committed.
 */
export async function readLog(db: Database, after: number, most: number): Promise<LogPiece> {
  const { rows } = await sql<{ clock: number; trimmed: number } & (EventRow | { seq: null })>`
    select c.seq as clock, c.trimmed_seq as trimmed, e.seq, e.kind, e.room_id as "roomId",
      e.message_id as "messageId", e.user_id as "userId"
    from chat_clock c left join lateral (
      select * from chat_events where seq > ${after} order by seq limit ${most}
    ) e on true
    order by e.seq`.execute(db)
  const [first] = rows
  if (!first) throw new Error('chat has no clock')
  const { clock, trimmed } = first
  const upTo = rows.length < most ? clock : (rows.at(-1)?.seq ?? clock)
  return { upTo, clock, trimmed, events: rows.flatMap((row) => (row.seq === null ? [] : toEvent(row))) }
}

export function toEvent({ seq, kind, roomId, messageId, userId }: EventRow): ChatEvent[] {
  if (kind === 'room') return [{ seq, kind, roomId }]
  if (kind === 'member' && userId !== null) return [{ seq, kind, roomId, userId }]
  if ((kind === 'message' || kind === 'changed' || kind === 'deleted') && messageId !== null)
    return [{ seq, kind, roomId, messageId }]
  return []
}

/**
 * With the messages as they are now, where they are not at hand. Of a message that is gone only its deletion is told, under
 * the number of that.
 */
export async function withMessages(
  db: Database,
  events: readonly AnnouncedEvent[],
): Promise<readonly AnnouncedEvent[]> {
  const missing = new Set<string>()
  for (const event of events) if (isWithout(event)) missing.add(event.messageId)
  if (missing.size === 0) return events
  const rows = await selectMessages(db)
    .where('m.id', '=', sql<string>`any(${[...missing]}::uuid[])`)
    .execute()
  const found = new Map(rows.map((row) => [row.id, toMessage(row)]))
  const whole: AnnouncedEvent[] = []
  for (const event of events) {
    const message = isWithout(event) ? found.get(event.messageId) : event.message
    if (message) whole.push({ ...event, message })
    else if (!isWithout(event)) whole.push(event)
  }
  return whole
}

/** Whether its message must be read before it can be told. */
export function isWithout(event: AnnouncedEvent): event is AnnouncedEvent & { messageId: string } {
  return (event.kind === 'message' || event.kind === 'changed') && event.message === undefined
}
