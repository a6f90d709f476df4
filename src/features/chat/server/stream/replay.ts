import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { Standing } from './access'
import { type EventRow, toEvent, withMessages } from './event-log'
import { atBytes, joinBytes, resetBytes, toWire } from './wire'

/** More missed events than this are not told again: reading what one looks at costs less. */
const MOST = 500
// Numbers between the two moments: a quiet room is not searched for in millions of others' events.
const FARTHEST = 20_000
// In bytes. Less than what a reader may leave untaken.
const LARGEST = 240 * 1024

/** What happened to what one hears after `after` and up to the standing's moment; in order, as bytes, with the place reached. */
export async function replay(
  db: Database,
  userId: string,
  after: number | null,
  { clock, trimmed, roomIds }: Standing,
): Promise<Uint8Array> {
  if (after === null || after === clock) return atBytes(clock)
  // Ahead of everything: the database was set back since.
  if (after > clock || after < trimmed || clock - after > FARTHEST) return resetBytes(clock)
  const { rows } = await sql<EventRow>`
    select e.seq, e.kind, e.room_id as "roomId", e.message_id as "messageId", e.user_id as "userId"
    from chat_events e
    where e.seq > ${after} and e.seq <= ${clock}
      and (e.room_id = any(${roomIds}::uuid[]) or e.user_id = ${userId} or (e.kind = 'room' and exists (
        select from chat_rooms r where r.id = e.room_id and (r.room_type <> 'private' or r.join_by = 'request')
          and not exists (select from chat_bans b where b.room_id = r.id and b.user_id = ${userId}))))
    order by e.seq limit ${MOST + 1}`.execute(db)
  if (rows.length > MOST) return resetBytes(clock)
  const events = await withMessages(
    db,
    rows.flatMap((row) => toEvent(row)),
  )
  const bytes = joinBytes([...events.map(toWire), { bytes: atBytes(clock) }])
  return bytes.length > LARGEST ? resetBytes(clock) : bytes
}
