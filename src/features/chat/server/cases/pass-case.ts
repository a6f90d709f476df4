import { recordAudit } from '~/database/audit'
import { signedIn } from '~/platform/rpc/context'
import { caseNumber } from '../../rules/case-decision'
import type { ChatContext } from '../context'
import { tellModerators } from '../moderation/tell-moderators'
import { type Hindrance, holdOwnCase } from './held-case'

/** Leaves a case to the admins: from then on only they find it open. Nobody has it. */
export async function passCase(
  context: Pick<ChatContext, 'caller' | 'db' | 'live' | 'log' | 'now' | 'requestId'>,
  caseId: string,
): Promise<Hindrance | null> {
  const caller = signedIn(context)
  const hindrance = await context.db.transaction().execute(async (trx) => {
    const held = await holdOwnCase(trx, caller, caseId)
    if (typeof held === 'string') return held
    await trx
      .updateTable('moderation_cases')
      .set({ passed_to_admin_at: context.now(), taken_by: null })
      .where('id', '=', held.id)
      .execute()
    await recordAudit(trx, {
      actorId: caller.id,
      action: 'chat.pass_case',
      subject: { type: 'case', id: held.id },
      details: { case: caseNumber(held.number), person: held.personId },
      requestId: context.requestId,
    })
    return null
  })
  if (hindrance === null) await tellModerators(context)
  return hindrance
}
