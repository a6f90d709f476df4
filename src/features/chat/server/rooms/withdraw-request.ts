import { signedIn } from '~/platform/rpc/context'
import { JOINING } from '../../rules/chat-limits'
import { changeChat } from '../change-chat'
import type { ChatContext } from '../context'
import { readAdmins } from '../members/add-member'
import { settleRequests } from '../room-notices'
import { findStanding } from './standing'

/** Withdraws the caller's open request. A declined one stays, since it says when they may ask again. */
export async function withdrawRequest(context: ChatContext, roomId: string): Promise<'done' | 'not_found'> {
  const caller = signedIn(context)
  await context.limits.consume('chat_join', caller.id, JOINING)
  return changeChat<'done' | 'not_found'>(context, 0, async (trx) => {
    const room = await findStanding(trx, caller, roomId)
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
    return { result: 'done', events: [], told: [caller.id, ...(await readAdmins(trx, room.id))] }
  })
}
