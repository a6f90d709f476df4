import { type RawBuilder, sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import type { RoomRole } from '../../rules/chat-limits'
import type { Mute } from '../../rules/room-policy'
import { selectLongestMute, muteColumns, type MuteRow, toMute } from '../moderation/active-mute'
import { selectOtherPerson } from '../other-person'
import { selectVisibleRooms } from '../visible-rooms'
import { toArrayLiteral } from './array-literal'

/** A person's name, and everything needed to decide whether they may write in a room. */
export interface RoomWriter {
  name: string
  avatarUrl: string | null
  role: RoomRole | null
  isActive: boolean
  isClosed: boolean
  mute: Mute | null
  slowModeSeconds: number
  lastSentAt: Date | null
  /** The database's time when this was read; the same for all writers of a batch. */
  at: Date
}

type Row = MuteRow & {
  slot: number
  name: string
  avatar_url: string | null
  role: RoomRole | null
  is_active: boolean
  is_closed: boolean
  slow_mode_seconds: number
  last_sent_at: Date | null
  at: Date
}

/**
 * Returns one writer per request, in the same order; undefined if the person may not know of the room. All ids must
 * be valid.
 */
export async function listRoomWriters(
  db: Database | Transaction,
  requests: ReadonlyArray<{ personId: string; roomId: string; isModerator: boolean }>,
): Promise<Array<RoomWriter | undefined>> {
  const person = sql<string>`requested.person_id`
  const mute = selectLongestMute({
    personId: person,
    roomId: sql`requested.room_id`,
    now: sql`statement_timestamp()`,
  })
  const room = selectVisibleRooms(db, { id: person, isStaff: sql`requested.is_moderator` })
    .where(sql<boolean>`r.id = requested.room_id`)
    .select(['r.is_active', 'r.slow_mode_seconds', 'r.direct_key', 'm.role', 'm.last_sent_at'])
  const { rows } = await sql<Row>`
    select requested.slot, p.display_name as name, p.avatar_url, room.role, room.is_active, room.slow_mode_seconds,
      room.last_sent_at, ${isClosed} as is_closed,
      ${muteColumns}, statement_timestamp() as at
    from unnest(${toArrayLiteral(requests.map(({ personId }) => personId))}::uuid[],
      ${toArrayLiteral(requests.map(({ roomId }) => roomId))}::uuid[],
      ${toArrayLiteral(requests.map(({ isModerator }) => Number(isModerator)))}::boolean[]) with ordinality requested (person_id, room_id, is_moderator, slot)
    join profiles p on p.id = requested.person_id
    join lateral (${room}) room on true
    left join lateral (${mute}) mute on true`.execute(db)
  const writers: Array<RoomWriter | undefined> = requests.map(() => undefined)
  for (const row of rows) writers[row.slot - 1] = toRoomWriter(row)
  return writers
}

/** True for a direct conversation if the other account was deleted or one person blocks the other. Requires `room`. */
const isClosed: RawBuilder<boolean> = sql`room.direct_key is not null and not exists (
  select from profiles o
  where o.id = ${selectOtherPerson(sql`room.direct_key`, sql`requested.person_id`)}
    and not is_blocked_between(requested.person_id, o.id))`

function toRoomWriter(row: Row): RoomWriter {
  return {
    name: row.name,
    avatarUrl: row.avatar_url,
    role: row.role,
    isActive: row.is_active,
    isClosed: row.is_closed,
    mute: toMute(row),
    slowModeSeconds: row.slow_mode_seconds,
    lastSentAt: row.last_sent_at,
    at: row.at,
  }
}
