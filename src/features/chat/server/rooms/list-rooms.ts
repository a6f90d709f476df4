import { type RawBuilder, sql } from 'kysely'
import type { Database } from '~/database/connect'
import { toLikePattern, splitSearchWords } from '~/lib/search-words'
import { requireCaller } from '~/platform/rpc/context'
import type { Caller } from '~/platform/rpc/caller'
import type { ListedRoom } from '../../contract-shapes'
import { ROOMS_LISTED } from '../../rules/chat-limits'
import type { ReadContext } from '../context'
import { selectOtherPerson } from '../other-person'
import { isInvitedTo, selectVisibleRooms } from '../visible-rooms'
import { type RoomSummaryRow, roomSummaryColumns, toRoomSummary } from './room-summary'
import { isModerator } from './visible-room'
import { selectUnreadCount } from './unread'

/** If there is no room to list, one row with a null id still returns `clock`, the last event number. */
type Row = { clock: number } & ((RoomSummaryRow & { unread: number; is_invited: boolean }) | { id: null })

/**
 * CH-01: lists active rooms by name, then archived ones: those the person is an admin of and, for site moderators,
 * those that a site moderator closed or that match the search. At most 200, with the person's own rooms and
 * invitations first; search finds the rest. Counts and `seq` come from one snapshot: otherwise a message stored in
 * between would be counted twice, here and when it arrives on the stream.
 */
export async function listRooms(
  { db, ...context }: ReadContext,
  { search }: { search: string },
): Promise<{ rooms: ListedRoom[]; seq: number }> {
  const caller = requireCaller(context)
  const personId = caller.id
  const terms = splitSearchWords(search)
  const { rows } = await sql<Row>`
    select clock.seq as clock, listed.*
    from chat_clock clock left join (
    select ${roomSummaryColumns}, found.is_invited, found.name as place,
      case when m.id is null or not r.is_active then 0 else ${selectUnreadCount(personId)} end as unread
    from (
      select * from (${selectJoined(db, personId, terms)} union all ${selectInvited(db, personId, terms)} union all ${selectOpen(db, personId, terms)}
        ${isModerator(caller) ? sql`union all ${selectClosed(db, caller, terms)}` : sql``}) rooms
      order by rank, name, id limit ${sql.lit(ROOMS_LISTED)}
    ) found
    join chat_rooms r on r.id = found.id
    left join chat_room_members m on m.room_id = r.id and m.user_id = ${personId}::uuid
    left join profiles o on o.id = found.other_id
    ) listed on true
    order by listed.is_active desc, listed.place, listed.id`.execute(db)
  const rooms = rows.flatMap((row) =>
    row.id === null ? [] : [{ ...toRoomSummary(row), unread: row.unread, isInvited: row.is_invited }],
  )
  return { rooms, seq: rows[0]?.clock ?? 0 }
}

const nameOfRoom = sql<string>`lower(r.name)`
const genreToo = sql<string>`fold_text(r.name || ' ' || coalesce(r.genre, ''))`

// Four reads, each with its own index: a combined condition would scan every room.

function selectJoined(db: Database, personId: string, terms: readonly string[]) {
  const isDirect = sql<boolean>`r.direct_key is not null`
  const name = sql<string>`case when ${isDirect} then lower(coalesce(o.display_name, '')) else ${nameOfRoom} end`
  const text = sql<string>`case when ${isDirect} then fold_text(coalesce(o.display_name, '')) else ${genreToo} end`
  return (
    selectVisibleRooms(db, personId)
      .leftJoin('profiles as o', (join) =>
        join.on('o.id', '=', selectOtherPerson(sql`r.direct_key`, personId)),
      )
      .where('m.id', 'is not', null)
      .where(sql<boolean>`(r.is_active or m.role = 'admin')`)
      // A conversation without messages is visible only to the person who opened it.
      .where(
        sql<boolean>`(r.direct_key is null or r.created_by = ${personId}::uuid
          or exists (select from chat_messages x where x.room_id = r.id))`,
      )
      .where((eb) => eb.and(createConditions(text, terms)))
      .select(['r.id', 'o.id as other_id', name.as('name'), sql<boolean>`false`.as('is_invited')])
      .select(sql<number>`case when r.is_active then 1 else 3 end`.as('rank'))
  )
}

function selectInvited(db: Database, personId: string, terms: readonly string[]) {
  return selectVisibleRooms(db, personId)
    .where('m.id', 'is', null)
    .where('r.is_active', '=', true)
    .where(isInvitedTo(personId))
    .where((eb) => eb.and(createConditions(genreToo, terms)))
    .select(['r.id', sql<string | null>`null::uuid`.as('other_id'), nameOfRoom.as('name')])
    .select([sql<boolean>`true`.as('is_invited'), sql<number>`1`.as('rank')])
}

function selectOpen(db: Database, personId: string, terms: readonly string[]) {
  return selectVisibleRooms(db, personId)
    .where('m.id', 'is', null)
    .where((eb) => eb.not(isInvitedTo(personId)))
    .where(sql<boolean>`r.id = any(${selectFirstOpen(personId, terms)})`)
    .select(['r.id', sql<string | null>`null::uuid`.as('other_id'), nameOfRoom.as('name')])
    .select([sql<boolean>`false`.as('is_invited'), sql<number>`2`.as('rank')])
}

/**
 * Lists archived rooms for site moderators: those closed by a site moderator and, when searching, those archived by
 * their admins.
 */
function selectClosed(db: Database, caller: Pick<Caller, 'id' | 'roles'>, terms: readonly string[]) {
  const found = terms.length === 0 ? sql`r.closed_by_moderator` : sql`not r.is_active`
  return selectVisibleRooms(db, caller)
    .where('m.id', 'is', null)
    .where(
      sql<boolean>`r.id = any(array(
        select r.id from chat_rooms r where ${sql.join([found, ...createConditions(genreToo, terms)], sql` and `)}
        order by lower(r.name), r.id
        limit ${sql.lit(ROOMS_LISTED)} + (select count(*) from chat_room_members c where c.user_id = ${caller.id}::uuid)))`,
    )
    .select(['r.id', sql<string | null>`null::uuid`.as('other_id'), nameOfRoom.as('name')])
    .select([sql<boolean>`false`.as('is_invited'), sql<number>`3`.as('rank')])
}

/**
 * Returns the first rooms visible to everyone, from the index `chat_rooms_open`: it returns enough rooms even if all
 * of the person's own rooms are among them.
 */
function selectFirstOpen(personId: string, terms: readonly string[]): RawBuilder<string[]> {
  const me = sql`${personId}::uuid`
  // An array is computed once; a subquery might run for every outer row.
  return sql<string[]>`array(
    select r.id from chat_rooms r
    where ${sql.join([sql`r.is_active and (r.room_type <> 'private' or r.join_by = 'request')`, ...createConditions(genreToo, terms)], sql` and `)}
    order by lower(r.name), r.id
    limit ${sql.lit(ROOMS_LISTED)} + (select count(*) from chat_room_members c where c.user_id = ${me})
      + (select count(*) from chat_room_invitations i where i.user_id = ${me})
      + (select count(*) from chat_bans b where b.user_id = ${me}))`
}

function createConditions(text: RawBuilder<string>, terms: readonly string[]): RawBuilder<boolean>[] {
  return terms.map((word) => sql<boolean>`${text} like ${toLikePattern(word)}`)
}
