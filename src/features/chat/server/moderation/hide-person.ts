import type { Transaction } from '~/database/connect'
import { isId } from '~/lib/ids'
import { signedIn } from '~/platform/rpc/context'
import { MANAGING } from '../../rules/chat-limits'
import type { ChatContext } from '../context'
import { isKnownTo } from './known-person'

/** Folds somebody's messages away for the caller alone, or not. False for whom the caller cannot know of. */
export async function hidePerson(
  context: Pick<ChatContext, 'caller' | 'db' | 'limits' | 'live'>,
  { personId, isHidden }: { personId: string; isHidden: boolean },
): Promise<boolean> {
  const callerId = signedIn(context).id
  if (!isId(personId) || personId === callerId) return false
  await context.limits.consume('chat_manage', callerId, MANAGING)
  const isDone = await context.db.transaction().execute(async (trx) => {
    if (!isHidden) return showAgain(trx, callerId, personId)
    if (!(await isKnownTo(trx, callerId, personId))) return false
    await foldAway(trx, callerId, personId)
    return true
  })
  if (isDone) context.live.publish([callerId], ['chat'])
  return isDone
}

/** Nothing changes where it is so already. */
export async function foldAway(trx: Transaction, callerId: string, personId: string): Promise<void> {
  await trx
    .insertInto('chat_hidden_people')
    .values({ user_id: callerId, hidden_id: personId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Also of somebody whom the caller would not find any more: what one folded away one can unfold. */
async function showAgain(trx: Transaction, callerId: string, personId: string): Promise<boolean> {
  const gone = await trx
    .deleteFrom('chat_hidden_people')
    .where('user_id', '=', callerId)
    .where('hidden_id', '=', personId)
    .returning('hidden_id')
    .executeTakeFirst()
  return gone !== undefined || (await isKnownTo(trx, callerId, personId))
}
