import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import { isId } from '~/lib/ids'
import type { Caller } from '~/platform/rpc/caller'
import { selectReadableRooms } from '../visible-rooms'

/**
 * Returns whether the caller may know of the other person: from a public page, the network or chat (a member of a
 * room that the caller can read, or the author of a message there). The public page of a person who blocks the caller
 * doesn't count. The caller's own blocks are ignored, so that blocked people can still be reported.
 */
export async function isKnownTo(
  db: Database | Transaction,
  caller: Pick<Caller, 'id' | 'roles'>,
  personId: string,
): Promise<boolean> {
  if (!isId(personId)) return false
  const callerId = caller.id
  const rooms = selectReadableRooms(db, caller)
  const found = await db
    .selectFrom('profiles as p')
    .where('p.id', '=', personId)
    .where((eb) =>
      eb.or([
        eb('p.id', '=', callerId),
        sql<boolean>`p.is_public
          and not exists (select from blocks b where b.blocker_id = p.id and b.blocked_id = ${callerId})
          and (p.is_dj
            or exists (select from user_roles u where u.user_id = p.id and u.role <> 'customer')
            or exists (select from user_member_types t where t.user_id = p.id))`,
        sql<boolean>`exists (select from connections c where c.status <> 'declined'
          and ((c.user_id = p.id and c.connected_user_id = ${callerId})
            or (c.connected_user_id = p.id and c.user_id = ${callerId})))`,
        eb.exists(
          rooms
            .innerJoin('chat_room_members as o', 'o.room_id', 'r.id')
            .where('o.user_id', '=', personId)
            .select('r.id'),
        ),
        eb.exists(
          rooms
            .innerJoin('chat_messages as c', 'c.room_id', 'r.id')
            .where('c.user_id', '=', personId)
            .where('c.client_id', 'is not', null)
            .select('r.id'),
        ),
      ]),
    )
    .select('p.id')
    .executeTakeFirst()
  return found !== undefined
}
