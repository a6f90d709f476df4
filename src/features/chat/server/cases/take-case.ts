import { signedIn } from '~/platform/rpc/context'
import { findHindrance } from '../../rules/case-decision'
import type { ChatContext } from '../context'
import { tellModerators } from '../moderation/tell-moderators'
import { isAdmin } from './case-row'
import { type Hindrance, holdCase } from './held-case'

/**
 * Takes a case, or gives it back, so that everybody sees who is on it. `from`: whom it is taken over from, knowingly;
 * if it is somebody else's by now, it is TAKEN. What one does not have need not be given back.
 */
export async function takeCase(
  context: Pick<ChatContext, 'caller' | 'db' | 'live' | 'log'>,
  { caseId, isTaken, from }: { caseId: string; isTaken: boolean; from: string | null },
): Promise<Hindrance | null> {
  const caller = signedIn(context)
  const hindrance = await context.db.transaction().execute(async (trx) => {
    const held = await holdCase(trx, caller, caseId)
    if (!held) return 'NOT_FOUND'
    if (!isTaken && held.takenBy !== caller.id) return null
    const takenBy = isTaken && held.takenBy === from ? null : held.takenBy
    const found = findHindrance({ ...held, takenBy }, { id: caller.id, isAdmin: isAdmin(caller) })
    if (found) return found
    await trx
      .updateTable('moderation_cases')
      .set({ taken_by: isTaken ? caller.id : null })
      .where('id', '=', held.id)
      .execute()
    return null
  })
  if (hindrance === null) await tellModerators(context)
  return hindrance
}
