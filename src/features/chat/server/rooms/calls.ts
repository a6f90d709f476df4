import { sql } from 'kysely'
import { formatShortDate } from '~/lib/time'
import type { ChatPerson } from '../../contract-shapes'
import { signedIn } from '~/platform/rpc/context'
import { toLikePattern, searchWords } from '~/lib/search-words'
import { isId } from '~/lib/ids'
import { JOINING } from '../../rules/chat-limits'
import { calls } from '../implementer'
import type { ReadContext, ChatContext } from '../context'
import { selectReadableRooms } from '../visible-rooms'
import { settleRequests } from '../settle-room-notifications'
import { readAdmins } from '../members/add-member'
import { changeChat } from '../change-chat'
import { createRoom } from './create-room'
import { getRoom } from './get-room'
import { joinRoom } from './join-room'
import { leaveRoom } from './leave-room'
import { listRooms } from './list-rooms'
import { openDirect } from './open-direct'
import { countUnread } from './unread'
import { updateRoom } from './update-room'
import { findVisibleRoom } from './visible-room'

const PEOPLE_LISTED = 20

export const roomCalls = {
  list: calls.rooms.list.handler(({ context, input }) => listRooms(context, input)),
  get: calls.rooms.get.handler(async ({ context, input, errors }) => {
    const room = await getRoom(context, input.roomId)
    if (!room) throw errors.NOT_FOUND()
    return room
  }),
  create: calls.rooms.create.handler(async ({ context, input, errors }) => {
    const outcome = await createRoom(context, input)
    if ('id' in outcome) return outcome
    throw errors.MUTED({ data: { until: outcome.mutedUntil.toISOString() } })
  }),
  update: calls.rooms.update.handler(async ({ context, input, errors }) => {
    const outcome = await updateRoom(context, input)
    if (outcome === 'not_found') throw errors.NOT_FOUND()
    if (outcome === 'not_allowed') throw errors.NOT_ALLOWED()
    if (outcome !== 'done') throw errors.MUTED({ data: { until: outcome.mutedUntil.toISOString() } })
    return {}
  }),
  join: calls.rooms.join.handler(async ({ context, input, errors }) => {
    const outcome = await joinRoom(context, input.roomId)
    switch (outcome.kind) {
      case 'joined':
      case 'asked':
        return { outcome: outcome.kind }
      case 'not_found':
        throw errors.NOT_FOUND()
      case 'declined':
    }
    throw errors.DECLINED({
      message: `Your request was declined. You can ask again from ${formatShortDate(outcome.requestAgainAt, 'UTC')}.`,
      data: { requestAgainAt: outcome.requestAgainAt.toISOString() },
    })
  }),
  leave: calls.rooms.leave.handler(async ({ context, input, errors }) => {
    switch (await leaveRoom(context, input.roomId)) {
      case 'left':
        return {}
      case 'not_found':
        throw errors.NOT_FOUND()
      case 'last_admin':
        throw errors.LAST_ADMIN()
      case 'direct':
    }
    throw errors.DIRECT()
  }),
  withdrawRequest: calls.rooms.withdrawRequest.handler(async ({ context, input, errors }) => {
    if ((await withdrawRequest(context, input.roomId)) === 'not_found') throw errors.NOT_FOUND()
    return {}
  }),
  contacts: calls.rooms.contacts.handler(async ({ context, input }) => ({
    people: await listContacts(context, input),
  })),
  openDirect: calls.rooms.openDirect.handler(async ({ context, input, errors }) => {
    const outcome = await openDirect(context, input.personId)
    switch (outcome.kind) {
      case 'opened':
        return { id: outcome.roomId }
      case 'not_found':
        throw errors.NOT_FOUND()
      case 'not_connected':
    }
    throw errors.NOT_CONNECTED()
  }),
  unread: calls.rooms.unread.handler(({ context }) => countUnread(context)),
  markRead: calls.rooms.markRead.handler(async ({ context, input, errors }) => {
    const read = await markRead(context, input)
    if (!read) throw errors.NOT_FOUND()
    return read
  }),
}

async function listContacts(
  { db, ...context }: ReadContext,
  { search }: { search: string },
): Promise<ChatPerson[]> {
  const me = sql`${signedIn(context).id}::uuid`
  const conditions = searchWords(search).map(
    (word) => sql`and fold_text(p.display_name || ' ' || p.full_name) like ${toLikePattern(word)}`,
  )
  const { rows } = await sql<ChatPerson>`
    select p.id, p.display_name as name, p.avatar_url as "avatarUrl"
    from profiles p
    join (
      select c.connected_user_id as id from connections c where c.user_id = ${me} and c.status = 'accepted'
      union select c.user_id from connections c where c.connected_user_id = ${me} and c.status = 'accepted'
    ) friend on friend.id = p.id
    where not is_blocked_between(${me}, p.id) ${sql.join(conditions, sql` `)}
    order by lower(p.display_name), p.id limit ${sql.lit(PEOPLE_LISTED)}`.execute(db)
  return rows
}

/**
 * Stores the caller's read position; it never moves back or beyond the last event. Notifies their other tabs and
 * devices. Doesn't take the clock, because the position is the caller's own and has no order among events. Undefined
 * for a room they may not read; 0 if they are not a member, since nothing is stored for visitors.
 */
async function markRead(
  context: Pick<ChatContext, 'caller' | 'chat' | 'db'>,
  { roomId, seq }: { roomId: string; seq: number },
): Promise<{ lastReadSeq: number } | undefined> {
  if (!isId(roomId)) return undefined
  const caller = signedIn(context)
  const personId = caller.id
  const readable = selectReadableRooms(context.db, caller).where('r.id', '=', roomId)
  const { rows } = await sql<{ last_read_seq: number; all_read_seq: number }>`
    update chat_room_members set last_read_seq = least(${seq}::bigint, (select c.seq from chat_clock c))
    where room_id in (${readable.select('r.id')}) and user_id = ${personId}::uuid
      and last_read_seq < least(${seq}::bigint, (select c.seq from chat_clock c))
    returning last_read_seq, case
      when exists (
        select from chat_messages x
        where x.room_id = chat_room_members.room_id and x.seq > chat_room_members.last_read_seq
      ) then last_read_seq else (select c.seq from chat_clock c) end as all_read_seq`.execute(context.db)
  const [moved] = rows
  if (moved) {
    const { last_read_seq: lastReadSeq, all_read_seq: seq } = moved
    context.chat.notifyRead(personId, { roomId, seq, lastReadSeq })
    return { lastReadSeq }
  }
  const row = await readable.select('m.last_read_seq').executeTakeFirst()
  return row && { lastReadSeq: row.last_read_seq ?? 0 }
}

/** Withdraws the caller's open request. A declined one stays, since it says when they may request again. */
async function withdrawRequest(context: ChatContext, roomId: string): Promise<'done' | 'not_found'> {
  const caller = signedIn(context)
  await context.limits.consume('chat_join', caller.id, JOINING)
  return changeChat<'done' | 'not_found'>(context, 0, async (trx) => {
    const room = await findVisibleRoom(trx, caller, roomId)
    if (!room) return { result: 'not_found' }
    const withdrawn = await trx
      .deleteFrom('chat_join_requests')
      .where('room_id', '=', room.id)
      .where('user_id', '=', caller.id)
      .where('declined_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!withdrawn) return { result: 'done' }
    await settleRequests(trx, room.id)
    return { result: 'done', events: [], notified: [caller.id, ...(await readAdmins(trx, room.id))] }
  })
}
