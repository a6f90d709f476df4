import { sql } from 'kysely'
import { likePattern, searchWords } from '~/lib/search-words'
import { signedIn } from '~/platform/rpc/context'
import type { ListedRoom } from '../../contract-shapes'
import { ROOMS_LISTED } from '../../rules/chat-limits'
import { readClock } from '../clock'
import type { ReadContext } from '../context'
import { isInvitedTo, visibleRooms } from '../visible-rooms'
import { type HeadRow, headColumns, otherOfRoom, toHead } from './room-head'
import { unreadOf } from './unread'

type Row = HeadRow & { unread: number; is_invited: boolean }

/**
 * CH-01: active rooms by name, then the archived ones of which the person is an admin. More than 200 are found by
 * searching; their own and those they are invited to come in before others. `seq`: what happened after it may be missing.
 */
export async function listRooms(
  { db, ...context }: ReadContext,
  { search }: { search: string },
): Promise<{ rooms: ListedRoom[]; seq: number }> {
  const personId = signedIn(context).id
  const seq = await readClock(db)
  const shown = visibleRooms(db, personId)
    .leftJoin('profiles as o', (join) => join.on('o.id', '=', otherOfRoom(personId)))
    .where(sql<boolean>`(r.is_active or m.role = 'admin')`)
    // A conversation in which nobody has said anything is only there for who opened it.
    .where(sql<boolean>`(r.direct_key is null or r.created_by = ${personId}::uuid
      or exists (select from chat_messages x where x.room_id = r.id))`)
    .where((eb) =>
      eb.and(
        searchWords(search).map(
          (word) =>
            sql<boolean>`lower(case when r.direct_key is null then r.name || ' ' || coalesce(r.genre, '')
              else coalesce(o.display_name, '') end) like ${likePattern(word)}`,
        ),
      ),
    )
  const { rows } = await sql<Row>`
    select ${headColumns}, found.is_invited,
      case when m.id is null or not r.is_active then 0 else ${unreadOf(personId)} end as unread
    from (${shown
      .select(['r.id', 'o.id as other_id', isInvitedTo(personId).as('is_invited')])
      .orderBy(sql`m.id is null and not ${isInvitedTo(personId)}`)
      .orderBy(sql`r.is_active desc`)
      .orderBy(sql`lower(r.name)`)
      .orderBy('r.id')
      .limit(ROOMS_LISTED)}) found
    join chat_rooms r on r.id = found.id
    left join chat_room_members m on m.room_id = r.id and m.user_id = ${personId}::uuid
    left join profiles o on o.id = found.other_id
    order by r.is_active desc, lower(coalesce(o.display_name, r.name)), r.id`.execute(db)
  const rooms = rows.map((row) => ({ ...toHead(row), unread: row.unread, isInvited: row.is_invited }))
  return { rooms, seq }
}
