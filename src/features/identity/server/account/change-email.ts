import type { Transaction } from '~/database/connect'
import { SESSION_TOPIC } from '~/platform/live/live'
import { emailChangeJob, type EmailChange, type LinkEnd } from '../codes/jobs'
import { spendTokens } from '../tokens/spend-tokens'
import { limitMail } from '../limits/send-limits'
import type { IdentityContext } from '../context'
import { holdAssured, type OwnSession } from '../factors/holder'

/**
 * Call before a change starts: both addresses get an email, and a stranger at an open browser must not fill two mailboxes.
 * @throws TOO_MANY_REQUESTS
 */
export async function limitEmailChange(
  context: Pick<IdentityContext, 'db' | 'limits' | 'ip' | 'now' | 'config'>,
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  await context.limits.consume('email_change_account', userId, { points: 10, seconds: 3600 })
  await limitMail(context, 'email_change', email)
}

/**
 * The address waits until every end has said yes; the one that waited before is given up. Whether somebody else has it is found out
 * by whoever reads the mail that goes there, and not by whoever asks. 'same' when it is the account's already.
 */
export async function beginEmailChange(
  trx: Transaction,
  { jobs, now }: Pick<IdentityContext, 'jobs' | 'now'>,
  { userId, email, end = {} }: { userId: string; email: string; end?: LinkEnd },
): Promise<'begun' | 'same'> {
  const account = await trx
    .selectFrom('accounts')
    .select('new_email')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (await isOwnEmail(trx, { userId, email })) return 'same'
  // Asked for once more: the end that has said yes is not asked again.
  if (account.new_email !== email) {
    const at = now()
    await spendTokens(trx, { userId, purposes: ['email_change_current', 'email_change_new'], now: at })
    await trx
      .updateTable('accounts')
      .set({ new_email: email, new_email_half: null, updated_at: at })
      .where('id', '=', userId)
      .execute()
  }
  const job: EmailChange = { userId, ...end }
  await jobs.enqueue(trx, emailChangeJob, job)
  return 'begun'
}

/** Whether it is their address already. */
export async function isOwnEmail(
  db: Pick<Transaction, 'selectFrom'>,
  { userId, email }: { userId: string; email: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', userId)
    .where('email', '=', email)
    .executeTakeFirst()
  return found !== undefined
}

/** From our own pages. @throws TOO_MANY_REQUESTS */
export async function requestEmail(
  context: IdentityContext,
  { userId, sessionId, email }: OwnSession & { email: string },
): Promise<'begun' | 'same' | 'ended'> {
  // Whoever asks for what is so is told that, and has spent nothing.
  if (await isOwnEmail(context.db, { userId, email })) return 'same'
  await limitEmailChange(context, { userId, email })
  const outcome = await context.db.transaction().execute(async (trx) => {
    if ((await holdAssured(trx, { userId, sessionId }, context.now())) === undefined) return 'ended'
    return beginEmailChange(trx, context, { userId, email })
  })
  if (outcome === 'begun') context.live.publish([userId], [SESSION_TOPIC])
  return outcome
}

/** The address stays; the links that were mailed open nothing any more. */
export async function cancelEmail(
  context: IdentityContext,
  { userId, sessionId }: OwnSession,
): Promise<'cancelled' | 'ended'> {
  const now = context.now()
  const outcome = await context.db.transaction().execute(async (trx) => {
    if ((await holdAssured(trx, { userId, sessionId }, now)) === undefined) return 'ended'
    await trx
      .updateTable('accounts')
      .set({ new_email: null, new_email_half: null, updated_at: now })
      .where('id', '=', userId)
      .where('new_email', 'is not', null)
      .execute()
    await spendTokens(trx, { userId, purposes: ['email_change_current', 'email_change_new'], now })
    return 'cancelled'
  })
  if (outcome === 'cancelled') context.live.publish([userId], [SESSION_TOPIC])
  return outcome
}
