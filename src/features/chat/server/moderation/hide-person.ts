import type { Transaction } from '~/database/connect'
import { isId } from '~/lib/ids'
import type { Caller } from '~/platform/rpc/caller'
import { requireCaller } from '~/platform/rpc/context'
import { MANAGING } from '../../rules/chat-limits'
import type { ChatContext } from '../context'
import { refuse } from '../refused-error'
import { isKnownTo } from './known-person'

type Viewer = Pick<Caller, 'id' | 'roles'>

/** Hides a person's messages for the caller alone, or shows them again. */
export async function hidePerson(
  context: Pick<ChatContext, 'caller' | 'db' | 'limits' | 'live'>,
  { personId, isHidden }: { personId: string; isHidden: boolean },
): Promise<void> {
  const caller = requireCaller(context)
  const callerId = caller.id
  if (!isId(personId) || personId === callerId) throw refuse('NOT_FOUND')
  await context.limits.consume('chat_manage', callerId, MANAGING)
  await context.db.transaction().execute(async (trx) => {
    if (!isHidden) return unhidePerson(trx, caller, personId)
    if (!(await isKnownTo(trx, caller, personId))) throw refuse('NOT_FOUND')
    await insertHiddenPerson(trx, callerId, personId)
  })
  context.live.publish([callerId], ['chat'])
}

/** A no-op if the person is already hidden. */
export async function insertHiddenPerson(
  trx: Transaction,
  callerId: string,
  personId: string,
): Promise<void> {
  await trx
    .insertInto('chat_hidden_people')
    .values({ user_id: callerId, hidden_id: personId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Shows a hidden person's messages again, even if the caller can no longer find that person. */
async function unhidePerson(trx: Transaction, caller: Viewer, personId: string): Promise<void> {
  const removed = await trx
    .deleteFrom('chat_hidden_people')
    .where('user_id', '=', caller.id)
    .where('hidden_id', '=', personId)
    .returning('hidden_id')
    .executeTakeFirst()
  if (!removed && !(await isKnownTo(trx, caller, personId))) throw refuse('NOT_FOUND')
}
