import { type Refuse, runTransactionWithRollback } from '~/database/transaction-with-rollback'
import {
  findInvitation,
  getCodeUsability,
  normalizeCode,
  refreshAfterUse,
} from '~/features/invitations/server/public'
import { isTooManyRequests } from '~/platform/limits/limits'
import { SESSION_TOPIC } from '~/platform/live/live'
import type { Transaction } from '~/database/connect'
import type { IdentityContext } from '../context'
import { createAccount, type NewAccount } from '../accounts/create-account'
import { verifyEmailJob } from '../email-and-sms/jobs'
import { hashPassword } from '../passwords/password-hash'
import { limitAllEmails, limitEmailsTo, limitSignUps } from '../limits/send-limits'
import { startSession, notifyReplacedSession } from '../sessions/start-session'
import { consumeBudget } from '../limits/action-limits'
import { claimAccount } from '../accounts/claim-account'

type SignUpError = 'taken' | 'invalid' | 'expired'

/**
 * Creates account, profile, role, use of the invitation, session and the job that sends the email, in one transaction.
 * The browser's earlier session ends, as with a sign-in. The verification email counts against the limit for strangers:
 * when that is reached, the account is created without the email and can request it later.
 * @throws PasswordQueueFull, TOO_MANY_REQUESTS
 */
export async function signUp(
  context: IdentityContext,
  input: {
    fullName: string
    email: string
    password: string
    code?: string | undefined
    metadata?: Readonly<Record<string, unknown>>
    /** Verifies the email when a link with this token was sent to it. */
    emailedToken?: string | undefined
    /** The operator trusts emails without verification. */
    isConfirmed?: boolean
  },
): Promise<{ sessionId: string } | SignUpError> {
  const { db, limits, jobs, ip } = context
  await consumeBudget(limits, 'sign_up_ip', ip)
  const now = context.now()
  const code = normalizeCode(input.code ?? '') || undefined
  // Refuses most invalid codes before the slow hash. The transaction makes the final check.
  if (code !== undefined) {
    const verdict = getCodeUsability(await findInvitation(db, code, now), now)
    if (verdict !== 'usable') return verdict
  }
  // Sign-ups count per email and network, so that strangers cannot stop the owner from signing up.
  await consumeBudget(limits, 'sign_up_pair', `${input.email} ${ip}`)
  if (code === undefined) await limitSignUps(context)
  const passwordHash = await hashPassword(input.password)
  const { emailedToken } = input
  const isEmailed =
    emailedToken !== undefined && (await context.findTransferEmail?.(emailedToken)) === input.email
  const opened = await runTransactionWithRollback(db, async (trx, refuse: Refuse<SignUpError>) => {
    const account = { ...input, passwordHash, code, now, requestId: context.requestId }
    const created: { userId: string; ended?: string[] } | SignUpError = isEmailed
      ? await createVerifiedAccount(trx, { ...account, email: input.email })
      : await createAccount(trx, account)
    if (typeof created === 'string') return refuse(created)
    const { userId } = created
    if (input.isConfirmed !== true && !isEmailed && (await tryConsumeEmailLimits(context, input.email)))
      await jobs.enqueue(trx, verifyEmailJob, { userId })
    const sessionId = await startSession(trx, context, { userId, method: 'password' })
    return { sessionId, userId, ended: created.ended ?? [] }
  })
  if (typeof opened === 'string') return opened
  notifyReplacedSession(context)
  if (opened.ended.length > 0) context.live.publish(opened.ended, [SESSION_TOPIC])
  if (code !== undefined) await refreshAfterUse(context, opened.userId)
  return { sessionId: opened.sessionId }
}

/**
 * Counts the verification email, and returns whether it may be sent. If not, the sign-up continues without the email:
 * otherwise strangers could stop the owner's sign-up by requesting emails to the address.
 */
async function tryConsumeEmailLimits(context: IdentityContext, email: string): Promise<boolean> {
  try {
    await consumeBudget(context.limits, 'email_ip', context.ip)
    await limitEmailsTo(context, 'verify', email)
    await limitAllEmails(context)
    return true
  } catch (error) {
    if (isTooManyRequests(error)) return false
    throw error
  }
}

/**
 * Creates an account for a person who verified this email before signing up. An unverified account with the email is
 * taken over and gets the new name and password. Unless this returns a user id, the caller must roll back. After the
 * commit, publish SESSION_TOPIC to `ended`.
 */
async function createVerifiedAccount(
  trx: Transaction,
  account: NewAccount & { email: string },
): Promise<{ userId: string; ended: string[] } | 'taken' | 'invalid' | 'expired'> {
  const { email, fullName, passwordHash, code, now } = account
  const { userId, isTakenOver, loser } = await claimAccount(trx, { email, now })
  if (userId === undefined) {
    const created = await createAccount(trx, { ...account, isConfirmed: true })
    return typeof created === 'string' ? created : { ...created, ended: loser === undefined ? [] : [loser] }
  }
  // The owner can still use the invitation: set a password by email, then redeem the code while signed in.
  if (!isTakenOver || code !== undefined) return 'taken'
  await trx
    .updateTable('accounts')
    .set({ password_hash: passwordHash, user_metadata: JSON.stringify({ full_name: fullName }) })
    .where('id', '=', userId)
    .execute()
  await trx.updateTable('profiles').set({ full_name: fullName }).where('id', '=', userId).execute()
  return { userId, ended: [userId] }
}
