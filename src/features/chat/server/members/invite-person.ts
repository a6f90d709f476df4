import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import { INVITING, REPEAT_INVITATION } from '../../rules/chat-limits'
import { canInvite } from '../../rules/room-policy'
import { runChatChange } from '../run-chat-change'
import type { ChatContext } from '../context'
import { refuse } from '../refused-error'
import { checkMute } from '../moderation/active-mute'
import { getVisibleRoom } from '../rooms/visible-room'
import { addMember, readAdmins } from './add-member'
import { canBeInvited } from './list-invitable-people'

/**
 * Invites a person to a private room; any member may do this. Nothing changes for members and people already invited.
 * A person who requested to join is added immediately, since both sides agree.
 */
export async function invitePerson(
  context: ChatContext,
  { roomId, personId }: { roomId: string; personId: string },
): Promise<void> {
  const caller = requireCaller(context)
  await context.limits.consume('chat_invite', caller.id, INVITING)
  await context.limits.consume(
    'chat_repeat_invitation',
    `${caller.id} ${roomId} ${personId}`,
    REPEAT_INVITATION,
  )
  await runChatChange(context, 1, async (trx, numbers) => {
    const room = await getVisibleRoom(trx, caller, roomId)
    if (!canInvite(room)) throw refuse('NOT_ALLOWED')
    // The notification contains the room name, so a muted person can't send one.
    await checkMute(trx, context.now(), { personId: caller.id, roomId })
    const person = isId(personId)
      ? await findPerson(trx, { roomId, personId, callerId: caller.id })
      : undefined
    if (!person) throw refuse('NOT_FOUND')
    if (person.is_banned) throw refuse('BANNED')
    if (person.is_in) return {}
    if (person.has_requested) {
      const admins = await readAdmins(trx, roomId)
      await addMember(trx, { roomId, personId, readTo: numbers.last })
      const events = [{ kind: 'member', roomId, userId: personId } as const]
      return { events, notified: [personId, ...admins] }
    }
    await trx
      .insertInto('chat_room_invitations')
      .values({ room_id: roomId, user_id: personId, invited_by: caller.id })
      .execute()
    const notices = [
      {
        userId: personId,
        kind: 'room_invitation',
        actorId: caller.id,
        subjectId: roomId,
        facts: { title: room.name },
      } as const,
    ]
    return { events: [], notified: [personId], notices }
  })
}

interface Invited {
  is_banned: boolean
  is_in: boolean
  has_requested: boolean
}

async function findPerson(
  trx: Transaction,
  { roomId, personId, callerId }: { roomId: string; personId: string; callerId: string },
): Promise<Invited | undefined> {
  const { rows } = await sql<Invited>`
    select
      exists (select from chat_bans b where b.room_id = ${roomId}::uuid and b.user_id = p.id) as is_banned,
      exists (select from chat_room_members c where c.room_id = ${roomId}::uuid and c.user_id = p.id)
        or exists (select from chat_room_invitations i where i.room_id = ${roomId}::uuid and i.user_id = p.id) as is_in,
      exists (select from chat_join_requests q
        where q.room_id = ${roomId}::uuid and q.user_id = p.id and q.declined_at is null) as has_requested
    from profiles p where p.id = ${personId}::uuid and ${canBeInvited(callerId)}`.execute(trx)
  return rows[0]
}
