import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import type { RoomRole } from '../../rules/chat-limits'
import type { Mute } from '../../rules/room-policy'
import { listOfIds } from './list-of-ids'
import { visibleRooms } from '../visible-rooms'

/** Somebody in a room they may know of: all from which it is decided whether they may write there, and how they sign. */
export interface Writer {
  name: string
  avatarUrl: string | null
  role: RoomRole | null
  isActive: boolean
  isClosed: boolean
  mute: Mute | null
  slowModeSeconds: number
  lastSentAt: Date | null
  /** When it was read, by the clock of the database; the same for all that are read together. */
  at: Date
}

interface Row {
  slot: number
  name: string
  avatar_url: string | null
  role: RoomRole | null
  is_active: boolean
  is_closed: boolean
  slow_mode_seconds: number
  last_sent_at: Date | null
  muted_until: Date | null
  is_muted_everywhere: boolean | null
  muted_why: string | null
  at: Date
}

/** One answer per question, in order; undefined where the person may not know of the room. Ids must be ids. */
export async function readWriters(
  db: Database | Transaction,
  asked: ReadonlyArray<{ personId: string; roomId: string }>,
): Promise<Array<Writer | undefined>> {
  const person = sql<string>`asked.person_id`
  const room = visibleRooms(db, person)
    .where(sql<boolean>`r.id = asked.room_id`)
    .select(['r.is_active', 'r.slow_mode_seconds', 'r.direct_key', 'm.role', 'm.last_sent_at'])
  const { rows } = await sql<Row>`
    select asked.slot, p.display_name as name, p.avatar_url, room.role, room.is_active, room.slow_mode_seconds,
      room.last_sent_at, ${isClosed} as is_closed,
      mute.until as muted_until, mute.room_id is null as is_muted_everywhere, mute.why as muted_why, statement_timestamp() as at
    from unnest(${listOfIds(asked.map(({ personId }) => personId))}::uuid[],
      ${listOfIds(asked.map(({ roomId }) => roomId))}::uuid[]) with ordinality asked (person_id, room_id, slot)
    join profiles p on p.id = asked.person_id
    join lateral (${room}) room on true
    left join lateral (
      select t.until, t.room_id, t.why from chat_mutes t
      where t.user_id = asked.person_id and (t.room_id = asked.room_id or t.room_id is null)
        and t.lifted_at is null and t.until > statement_timestamp()
      order by t.until desc limit 1
    ) mute on true`.execute(db)
  const writers: Array<Writer | undefined> = asked.map(() => undefined)
  for (const row of rows) writers[row.slot - 1] = toWriter(row)
  return writers
}

/** Of `room`, a conversation between two: the other's account is gone, or one blocks the other. */
const isClosed: RawBuilder<boolean> = sql`room.direct_key is not null and not exists (
  select from profiles o
  where o.id = replace(replace(room.direct_key, asked.person_id::text, ''), ':', '')::uuid
    and not is_blocked_between(asked.person_id, o.id))`

function toWriter(row: Row): Writer {
  return {
    name: row.name,
    avatarUrl: row.avatar_url,
    role: row.role,
    isActive: row.is_active,
    isClosed: row.is_closed,
    mute: row.muted_until && {
      until: row.muted_until,
      isEverywhere: row.is_muted_everywhere === true,
      why: row.muted_why ?? '',
    },
    slowModeSeconds: row.slow_mode_seconds,
    lastSentAt: row.last_sent_at,
    at: row.at,
  }
}
