import { sql } from 'kysely'
import type { ChatPerson } from '../../contract-shapes'
import { requireCaller } from '~/platform/rpc/context'
import { toLikePattern, splitSearchWords } from '~/lib/search-words'
import { isId } from '~/lib/ids'
import { JOINING } from '../../rules/chat-limits'
import { calls } from '../call-implementer'
import type { ReadContext, ChatContext } from '../context'
import { refuse } from '../refused-error'
import { selectReadableRooms } from '../visible-rooms'
import { settleRequestNotifications } from '../resolve-room-notifications'
import { readAdmins } from '../members/add-member'
import { runChatChange } from '../run-chat-change'
import { createRoom } from './create-room'
import { getRoom } from './get-room'
import { joinRoom } from './join-room'
import { leaveRoom } from './leave-room'
import { listRooms } from './list-rooms'
import { openDirectRoom } from './open-direct-room'
import { countUnread } from './unread'
import { updateRoom } from './update-room'
import { getVisibleRoom } from './visible-room'

const PEOPLE_LISTED = 20

export const roomCalls = {
  list: calls.rooms.list.handler(({ context, input }) => listRooms(context, input)),
  get: calls.rooms.get.handler(({ context, input }) => getRoom(context, input.roomId)),
  create: calls.rooms.create.handler(({ context, input }) => createRoom(context, input)),
  update: calls.rooms.update.handler(async ({ context, input }) => {
    await updateRoom(context, input)
    return {}
  }),
  join: calls.rooms.join.handler(async ({ context, input }) => ({
    outcome: await joinRoom(context, input.roomId),
  })),
  leave: calls.rooms.leave.handler(async ({ context, input }) => {
    await leaveRoom(context, input.roomId)
    return {}
  }),
  withdrawRequest: calls.rooms.withdrawRequest.handler(async ({ context, input }) => {
    await withdrawRequest(context, input.roomId)
    return {}
  }),
  contacts: calls.rooms.contacts.handler(async ({ context, input }) => ({
    people: await listContacts(context, input),
  })),
  openDirect: calls.rooms.openDirect.handler(({ context, input }) => openDirectRoom(context, input.personId)),
  unread: calls.rooms.unread.handler(({ context }) => countUnread(context)),
  markRead: calls.rooms.markRead.handler(({ context, input }) => markRead(context, input)),
}

async function listContacts(
  { db, ...context }: ReadContext,
  { search }: { search: string },
): Promise<ChatPerson[]> {
  const me = sql`${requireCaller(context).id}::uuid`
  const conditions = splitSearchWords(search).map(
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
 * devices. Doesn't lock `chat_clock`, because a read position is no chat event and needs no event number. For people
 * who are not members, returns 0 and stores nothing.
 */
async function markRead(
  context: Pick<ChatContext, 'caller' | 'chat' | 'db'>,
  { roomId, seq }: { roomId: string; seq: number },
): Promise<{ lastReadSeq: number }> {
  if (!isId(roomId)) throw refuse('NOT_FOUND')
  const caller = requireCaller(context)
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
  if (!row) throw refuse('NOT_FOUND')
  return { lastReadSeq: row.last_read_seq ?? 0 }
}

/** Withdraws the caller's open request. A declined one stays, since it says when they may request again. */
async function withdrawRequest(context: ChatContext, roomId: string): Promise<void> {
  const caller = requireCaller(context)
  await context.limits.consume('chat_join', caller.id, JOINING)
  await runChatChange(context, 0, async (trx) => {
    const room = await getVisibleRoom(trx, caller, roomId)
    const withdrawn = await trx
      .deleteFrom('chat_join_requests')
      .where('room_id', '=', room.id)
      .where('user_id', '=', caller.id)
      .where('declined_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!withdrawn) return {}
    await settleRequestNotifications(trx, room.id)
    return { events: [], notified: [caller.id, ...(await readAdmins(trx, room.id))] }
  })
}
