import { sql } from 'kysely'
import { recordAudit } from '~/database/audit'
import { requireCaller } from '~/platform/rpc/context'
import { countCodesLeft, DEFAULT_DAYS } from '../../rules/allowance'
import { type CodeRow, codeColumns, toCode, withPeople } from '../code-row'
import type { InvitationsContext } from '../context'
import { emailCodeJob } from '../jobs'
import { createCodes } from '../create-codes'
import { refuse } from '../refused-error'
import { limitInvitationEmails } from '../send-code'
import { refreshInvitationScreens } from '../refresh-screens'
import { countOwnCodes, findPauseStatus } from './allowance'

const DAY = 86_400_000

/**
 * Generates a member’s own code, valid for seven days, and emails it if there is an address. Locks the member’s row, so
 * that concurrent calls cannot exceed the allowance.
 * @throws PAUSED, NO_CODES_LEFT, TOO_MANY_REQUESTS
 */
export async function generateOwnCode(
  context: InvitationsContext,
  { note, email }: { note?: string | undefined; email?: string | undefined },
): Promise<CodeRow> {
  const { id: callerId, roles } = requireCaller(context)
  const now = context.now()
  await context.limits.consume('own_code', callerId, { points: 60, seconds: 3600 })
  const { invitationsPerMember } = await context.settings.read()
  if (email !== undefined) await limitInvitationEmails(context, [email])
  const row = await context.db.transaction().execute(async (trx) => {
    const pauseStatus = await findPauseStatus(trx, callerId, { lock: true })
    if (!pauseStatus || pauseStatus.invitations_paused_at !== null) throw refuse('PAUSED')
    const left = countCodesLeft({ most: invitationsPerMember, ...(await countOwnCodes(trx, callerId, now)) })
    if (left === 0 && !roles.includes('admin')) throw refuse('NO_CODES_LEFT')
    const [made] = await createCodes(trx, {
      createdBy: callerId,
      note: note || null,
      createdAt: now,
      expiresAt: new Date(now.getTime() + DEFAULT_DAYS * DAY),
      sentTo: [email ?? null],
    })
    if (!made) throw new Error('no code was made')
    if (email !== undefined)
      await context.jobs.enqueue(trx, emailCodeJob, { invitationId: made.id, to: email })
    await recordAudit(trx, {
      actorId: callerId,
      action: 'invitations.generate',
      subject: { type: 'invitation', id: made.id },
      details: { code: made.code, isEmailed: email !== undefined },
      requestId: context.requestId,
    })
    const { rows } = await sql<CodeRow>`
      select ${codeColumns} from invitations i ${withPeople} where i.id = ${made.id}::uuid`.execute(trx)
    return rows[0]
  })
  if (!row) throw new Error('the new code was not found')
  await refreshInvitationScreens(context, [callerId])
  return toCode(row, now)
}
