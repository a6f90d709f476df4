import { getEmailLimitKey } from '~/lib/email'
import { isId } from '~/lib/ids'
import { recordAudit } from '~/database/audit'
import type { Transaction } from '~/database/connect'
import { requireCaller } from '~/platform/rpc/context'
import { findAccountKinds } from './account-kinds'
import { getClosedCode, refuseClosed } from './closed-code'
import type { InvitationsContext } from './context'
import { emailCodeJob } from './jobs'
import { refuse } from './refused-error'
import { refreshInvitationScreens } from './refresh-screens'

type Sent = { account: 'none' | 'customer' }

/**
 * Emails an open code; with `ownerId`, only a code of that member, who does not learn whether the address has an
 * account.
 * @throws NOT_FOUND, NOT_PENDING, TOO_MANY_REQUESTS; PAUSED for a member; ALREADY_MEMBER for an admin
 */
export async function sendCode(
  context: InvitationsContext,
  { id, email, ownerId }: { id: string; email: string; ownerId?: string },
): Promise<Sent> {
  if (!isId(id)) throw refuse('NOT_FOUND')
  const now = context.now()
  const { account, creatorId } = await context.db.transaction().execute(async (trx) => {
    const open = await findOpenCode(trx, { id, ownerId, now })
    if (!open) throw refuseClosed(await getClosedCode(trx, { id, ownerId, now }), now)
    if (open.is_paused && ownerId !== undefined) throw refuse('PAUSED')
    const kind = (await findAccountKinds(trx, [email])).get(email) ?? 'none'
    if (kind === 'member' && ownerId === undefined) throw refuse('ALREADY_MEMBER')
    // Checked last: attempts with a closed code must not use up the address’s daily limit.
    await limitInvitationEmails(context, [email])
    await trx.updateTable('invitations').set({ sent_to: email }).where('id', '=', id).execute()
    await context.jobs.enqueue(trx, emailCodeJob, { invitationId: id, to: email })
    await recordAudit(trx, {
      actorId: requireCaller(context).id,
      action: 'invitations.send',
      subject: { type: 'invitation', id },
      details: { code: open.code },
      requestId: context.requestId,
    })
    return { account: kind === 'member' ? ('none' as const) : kind, creatorId: open.created_by }
  })
  await refreshInvitationScreens(context, [creatorId])
  return { account }
}

/** Locks the code, so that it stays open until the email is enqueued. */
function findOpenCode(
  trx: Transaction,
  { id, ownerId, now }: { id: string; ownerId: string | undefined; now: Date },
) {
  return trx
    .selectFrom('invitations as i')
    .select((eb) => [
      'i.code',
      'i.created_by',
      eb
        .exists(
          eb
            .selectFrom('profiles as p')
            .select('p.id')
            .whereRef('p.id', '=', 'i.created_by')
            .where('p.invitations_paused_at', 'is not', null),
        )
        .as('is_paused'),
    ])
    .where('i.id', '=', id)
    .where('i.status', '=', 'pending')
    .where((eb) => eb.or([eb('i.expires_at', 'is', null), eb('i.expires_at', '>', now)]))
    .$if(ownerId !== undefined, (query) => query.where('i.created_by', '=', ownerId ?? null))
    .forUpdate()
    .executeTakeFirst()
}

/** Limits emails per sender and per address, so that no one can flood a mailbox. */
export async function limitInvitationEmails(
  context: Pick<InvitationsContext, 'caller' | 'limits'>,
  addresses: readonly string[],
): Promise<void> {
  const caller = requireCaller(context)
  const most = caller.roles.includes('admin') ? 500 : 20
  for (const address of addresses) {
    await context.limits.consume(`email_code_${most}`, caller.id, { points: most, seconds: 86_400 })
    await context.limits.consume('email_code_to', getEmailLimitKey(address), { points: 5, seconds: 86_400 })
  }
}
