import { recordAudits } from '~/database/audit'
import { requireCaller } from '~/platform/rpc/context'
import { findAccountKinds } from '../account-kinds'
import { type CodeRow, codeColumns, toCode, withPeople } from '../code-row'
import type { InvitationsContext } from '../context'
import { emailCodeJob } from '../jobs'
import { createCodes } from '../create-codes'
import { limitInvitationEmails } from '../send-code'
import { refuse } from '../refused-error'
import { refreshInvitationScreens } from '../refresh-screens'
import { sql } from 'kysely'

const DAY = 86_400_000

export interface NewCodesInput {
  count: number
  note?: string | undefined
  expires: { days: number } | 'never'
  emails?: readonly string[] | undefined
}

/**
 * Generates admin codes, all or none: `count` codes, or one per address, which is emailed. Skips addresses of
 * members; refuses if all addresses belong to members.
 * @throws ALREADY_MEMBER, TOO_MANY_REQUESTS
 */
export async function generateCodes(
  context: InvitationsContext,
  { count, note, expires, emails }: NewCodesInput,
): Promise<{ codes: CodeRow[]; alreadyMembers: string[] }> {
  const { id: callerId } = requireCaller(context)
  const now = context.now()
  const addresses = emails && [...new Set(emails)]
  const accounts = await findAccountKinds(context.db, addresses ?? [])
  const alreadyMembers = (addresses ?? []).filter((address) => accounts.get(address) === 'member')
  const sentTo =
    addresses?.filter((address) => accounts.get(address) !== 'member') ??
    Array.from({ length: count }, () => null)
  if (sentTo.length === 0) throw refuse('ALREADY_MEMBER')
  await limitInvitationEmails(
    context,
    sentTo.filter((address) => address !== null),
  )
  const rows = await context.db.transaction().execute(async (trx) => {
    const made = await createCodes(trx, {
      createdBy: callerId,
      note: note || null,
      createdAt: now,
      expiresAt: expires === 'never' ? null : new Date(now.getTime() + expires.days * DAY),
      sentTo,
    })
    await context.jobs.enqueueMany(
      trx,
      emailCodeJob,
      made.flatMap(({ id, address }) => (address === null ? [] : [{ invitationId: id, to: address }])),
    )
    await recordAudits(
      trx,
      made.map(({ id, code, address }) => ({
        actorId: callerId,
        action: 'invitations.generate',
        subject: { type: 'invitation', id },
        details: { code, isEmailed: address !== null },
        requestId: context.requestId,
      })),
    )
    const ids = made.map(({ id }) => id)
    const written = await sql<CodeRow>`
      select ${codeColumns} from invitations i ${withPeople}
      where i.id = any (${ids}::uuid[]) order by array_position(${ids}::uuid[], i.id)`.execute(trx)
    return written.rows
  })
  await refreshInvitationScreens(context, [callerId])
  return { codes: rows.map((row) => toCode(row, now)), alreadyMembers }
}
