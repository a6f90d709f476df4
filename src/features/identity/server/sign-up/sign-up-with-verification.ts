import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { type Refuse, runTransactionWithRollback } from '~/database/transaction-with-rollback'
import { findInvitation, getCodeUsability, refreshAfterUse } from '~/features/invitations/server/public'
import { newId } from '~/lib/ids'
import { toIpv6Network } from '~/platform/http/client-address'
import { toAccountColumn, type Destination } from '../../rules/destination'
import type { IdentityContext } from '../context'
import { createAccount, type NewAccount } from '../accounts/create-account'
import { PLACEHOLDER_USER } from '../accounts/placeholder-user-id'
import { removeUnfinishedSignUpPassword } from '../accounts/unfinished-sign-up'
import { hashPassword, verifyPassword } from '../passwords/password-hash'
import {
  alreadyRegisteredJob,
  type LinkTarget,
  phoneCodeJob,
  type PhoneCode,
  verifyEmailJob,
  type VerifyEmail,
} from '../email-and-sms/jobs'
import { limitEmails, limitSignUps, limitTextMessages } from '../limits/send-limits'
import { consumeBudget } from '../limits/action-limits'

interface SignUpToConfirm {
  /** The id of the account, if one is created. */
  id: string
  destination: Destination
  fullName: string
  password: string
  metadata: Readonly<Record<string, unknown>>
  /** An invitation code, normalized. */
  code: string | undefined
  channel: 'sms' | 'whatsapp'
  linkTarget: LinkTarget
  now: Date
}

/**
 * Signs up a person whose session starts once the email or phone is verified. The response and the work are the same
 * whether the email or phone is available, unverified or taken; only the message that is sent differs.
 * @throws PasswordQueueFull, TOO_MANY_REQUESTS
 */
export async function signUpWithVerification(
  context: IdentityContext,
  input: SignUpToConfirm,
): Promise<'sent' | 'no texts' | 'invalid' | 'expired'> {
  const { db, limits, ip, sms, requestId } = context
  const { id, destination, fullName, password, metadata, code, now } = input
  if (destination.email === undefined && !sms.isOn) return 'no texts'
  await consumeBudget(limits, 'sign_up_ip', ip)
  if (code !== undefined) {
    const verdict = getCodeUsability(await findInvitation(db, code, now), now)
    if (verdict !== 'usable') return verdict
  }
  if (code === undefined) await limitSignUps(context)
  if (destination.email === undefined) await limitTextMessages(context, destination.phone)
  else await limitEmails(context, 'verify', destination.email)

  const before = await findAccountAndComparePassword(db, { destination, password })
  const passwordHash = await hashPassword(password)
  const account: NewAccount = {
    id,
    fullName,
    email: destination.email ?? null,
    phone: destination.phone ?? null,
    passwordHash,
    code,
    now,
    requestId,
    metadata,
  }
  const settle = ({ existing, isSame }: Looked) =>
    runTransactionWithRollback(db, async (trx, refuse: Refuse<'invalid' | 'expired'>) => {
      if (existing !== undefined) {
        await simulateCreation(trx, account)
        await removeUnfinishedSignUpPassword(trx, {
          userId: isSame ? PLACEHOLDER_USER : existing.id,
          ...destination,
        })
        await resendConfirmation(trx, context, { input, existing })
        return 'sent' as const
      }
      // Runs the same statements as for a taken email or phone (the savepoint and the password update), so that timing
      // reveals nothing.
      await sql`savepoint pretended`.execute(trx)
      const created = await createAccount(trx, account)
      await sql`release savepoint pretended`.execute(trx)
      if (created === 'invalid' || created === 'expired') return refuse(created)
      if (created === 'taken') return 'taken' as const
      await removeUnfinishedSignUpPassword(trx, { userId: PLACEHOLDER_USER, ...destination })
      await sendConfirmation(trx, context, { input, userId: id })
      return 'created' as const
    })
  const done = await settle(before)
  if (done === 'invalid' || done === 'expired') return done
  if (done === 'taken') {
    // A concurrent sign-up has created the account, so its owner must be notified like for any taken email or phone.
    const again = await settle(await findAccountAndComparePassword(db, { destination, password }))
    if (again === 'invalid' || again === 'expired') return again
  }
  if (done === 'created' && code !== undefined) await refreshAfterUse(context, id)
  return 'sent'
}

type Existing = NonNullable<Awaited<ReturnType<typeof findAccount>>>
interface Looked {
  existing: Existing | undefined
  isSame: boolean
}

/**
 * Finds the account with this email or phone, and whether the password matches. Without an account it does the same
 * work.
 */
async function findAccountAndComparePassword(
  db: Pick<Transaction, 'selectFrom'>,
  { destination, password }: { destination: Destination; password: string },
): Promise<Looked> {
  const existing = await findAccount(db, destination)
  return { existing, isSame: await verifyPassword(password, existing?.password_hash) }
}

async function findAccount(db: Pick<Transaction, 'selectFrom'>, destination: Destination) {
  const [column, value] = toAccountColumn(destination)
  const row = await db
    .selectFrom('accounts')
    .select(['id', 'password_hash', 'email_verified_at', 'phone_verified_at'])
    .where(column, '=', value)
    .executeTakeFirst()
  return row && { ...row, isConfirmed: row[`${column}_verified_at`] !== null }
}

/**
 * Does the work of creating an account, then rolls it back, so that the response time doesn’t reveal that the account
 * exists.
 */
async function simulateCreation(trx: Transaction, account: NewAccount): Promise<void> {
  await sql`savepoint pretended`.execute(trx)
  await createAccount(trx, { ...account, email: `${newId()}@nobody.invalid`, phone: null })
  await sql`rollback to savepoint pretended`.execute(trx)
}

async function resendConfirmation(
  trx: Transaction,
  context: IdentityContext,
  { input, existing }: { input: SignUpToConfirm; existing: Existing },
): Promise<void> {
  const { destination, channel } = input
  const { jobs, ip } = context
  const userId = existing.id
  if (!existing.isConfirmed) return sendConfirmation(trx, context, { input, userId })
  if (destination.email !== undefined)
    return jobs.enqueue(trx, alreadyRegisteredJob, { email: destination.email })
  // A paid message that only says "already registered" would be a waste, so it contains a code that signs the owner in.
  const job: PhoneCode = {
    phone: destination.phone,
    purpose: 'phone_sign_in',
    channel,
    userId,
    requestedFrom: toIpv6Network(ip),
  }
  return jobs.enqueue(trx, phoneCodeJob, job)
}

async function sendConfirmation(
  trx: Transaction,
  { jobs, ip }: IdentityContext,
  { input, userId }: { input: SignUpToConfirm; userId: string },
): Promise<void> {
  const { destination, channel, linkTarget } = input
  if (destination.email === undefined) {
    const job: PhoneCode = {
      phone: destination.phone,
      purpose: 'verify_phone',
      channel,
      userId,
      requestedFrom: toIpv6Network(ip),
    }
    return jobs.enqueue(trx, phoneCodeJob, job)
  }
  const job: VerifyEmail = { userId, ...linkTarget }
  return jobs.enqueue(trx, verifyEmailJob, job)
}
