import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { isId } from '~/lib/ids'
import type { Caller } from '~/platform/rpc/caller'
import type { RoomRole } from '../../rules/chat-limits'
import type { Target } from '../../rules/protection'
import { refuse } from '../refused-error'
import { isKnownTo } from './known-person'

const isStaff = sql<boolean>`exists (
  select from user_roles u where u.user_id = p.id and u.role in ('moderator', 'admin'))`

/**
 * Returns a person related to a room: a member, a person who is invited, requested to join, is banned or muted there,
 * or an author of messages there. Anyone else is NOT_FOUND, so that an id reveals nothing about people elsewhere.
 */
export async function getRoomTarget(trx: Transaction, personId: string, roomId: string): Promise<Target> {
  if (!isId(personId)) throw refuse('NOT_FOUND')
  const { rows } = await sql<{ is_staff: boolean; role: RoomRole | null }>`
    select ${isStaff} as is_staff, m.role
    from profiles p left join chat_room_members m on m.user_id = p.id and m.room_id = ${roomId}
    where p.id = ${personId} and (m.id is not null
      or exists (select from chat_room_invitations i where i.room_id = ${roomId} and i.user_id = p.id)
      or exists (select from chat_join_requests q where q.room_id = ${roomId} and q.user_id = p.id)
      or exists (select from chat_bans b where b.room_id = ${roomId} and b.user_id = p.id)
      or exists (select from chat_mutes s where s.room_id = ${roomId} and s.user_id = p.id)
      or exists (select from chat_messages c
        where c.user_id = p.id and c.client_id is not null and c.room_id = ${roomId}))`.execute(trx)
  if (!rows[0]) throw refuse('NOT_FOUND')
  return { isStaff: rows[0].is_staff, roomRole: rows[0].role }
}

/** Returns a person the caller may know of, as the target of a mute in all rooms. */
export async function getPersonTarget(
  trx: Transaction,
  caller: Pick<Caller, 'id' | 'roles'>,
  personId: string,
): Promise<Target> {
  const target = (await isKnownTo(trx, caller, personId)) ? await readTarget(trx, personId) : undefined
  if (!target) throw refuse('NOT_FOUND')
  return target
}

/** Returns the person a report is about; undefined if their account was deleted. */
export async function readTarget(trx: Transaction, personId: string): Promise<Target | undefined> {
  const { rows } = await sql<{ is_staff: boolean }>`
    select ${isStaff} as is_staff from profiles p where p.id = ${personId}`.execute(trx)
  return rows[0] && { isStaff: rows[0].is_staff, roomRole: null }
}
