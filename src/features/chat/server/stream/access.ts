import { sql } from 'kysely'
import type { Database } from '~/database/connect'

/**
 * Which events of a room a person receives. `member`: all. `reader`: all, while they view the room. `knower`: the
 * person may know of the room, or could until it was archived, and only learns that it changed.
 */
export type Access = 'member' | 'reader' | 'knower'

/**
 * Returns the current access of these people to one room; people without access are left out. Applies the rules of
 * `visible-rooms.ts` to many people in one query.
 */
export async function readAccess(
  db: Database,
  roomId: string,
  personIds: readonly string[],
): Promise<ReadonlyMap<string, Access>> {
  if (personIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; access: Access }>`
    select person.id, ${ACCESS} as access
    from unnest(${[...personIds]}::uuid[]) person(id)
    join chat_rooms r on r.id = ${roomId}
    left join chat_room_members m on m.room_id = r.id and m.user_id = person.id
    where ${ACCESS} is not null`.execute(db)
  return new Map(rows.map(({ id, access }) => [id, access]))
}

/** The access of `person` to the room `r`, as SQL. `m` is their membership. */
const ACCESS = sql<Access | null>`
  case
    when exists (select from chat_bans b where b.room_id = r.id and b.user_id = person.id) then null
    when m.id is not null then 'member'
    when r.is_active and r.room_type <> 'private' then 'reader'
    when r.room_type <> 'private' or r.join_by = 'request'
      or exists (select from chat_room_invitations i where i.room_id = r.id and i.user_id = person.id) then 'knower'
  end`

/**
 * Which rooms a browser tab follows besides those the person is a member of: one, all that they can read, or none.
 */
export type Watch = { roomId: string } | 'feed' | null

export function isRoomFollowed(access: Access | undefined, roomId: string, watch: Watch): boolean {
  if (access === 'member') return true
  return access === 'reader' && watch !== null && (watch === 'feed' || watch.roomId === roomId)
}

export interface Snapshot {
  clock: number
  trimmed: number
  /** The rooms that the stream covers. */
  roomIds: string[]
}

/**
 * Returns the rooms that a browser tab follows and the number of the last chat event. Both come from one statement
 * and so from one snapshot.
 */
export async function getSnapshot(db: Database, userId: string, watch: Watch): Promise<Snapshot> {
  const isFeed = watch === 'feed'
  const roomId = watch === null || watch === 'feed' ? null : watch.roomId
  const { rows } = await sql<Snapshot>`
    select c.seq as clock, c.trimmed_seq as trimmed, array(
      select m.room_id::text from chat_room_members m
      where m.user_id = ${userId}
        and not exists (select from chat_bans b where b.room_id = m.room_id and b.user_id = m.user_id)
      union
      select r.id::text from chat_rooms r
      where (${isFeed}::boolean or r.id = ${roomId}::uuid) and r.is_active and r.room_type <> 'private'
        and not exists (select from chat_bans b where b.room_id = r.id and b.user_id = ${userId})
    ) as "roomIds"
    from chat_clock c`.execute(db)
  const [snapshot] = rows
  if (!snapshot) throw new Error('chat has no clock')
  return snapshot
}
