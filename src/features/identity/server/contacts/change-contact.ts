import type { Transaction } from '~/database/connect'
import { toIpv6Network } from '~/platform/http/client-address'
import { SESSION_TOPIC } from '~/platform/live/live'
import type { IdentityContext } from '../context'
import { limitEmails, limitTextMessages } from '../limits/send-limits'
import {
  emailChangeJob,
  type EmailChange,
  type LinkTarget,
  phoneCodeJob,
  type PhoneCode,
} from '../email-and-sms/jobs'
import { notifyOfChange } from '../email-and-sms/notify-of-change'
import { lockAssuredAccount, type OwnSession } from '../sessions/lock-account'
import { invalidateTokens, type TokenPurpose } from '../tokens/one-time-tokens'
import { consumeBudget } from '../limits/action-limits'

export type ContactKind = 'email' | 'phone'
type Contact = { kind: ContactKind; to: string }
type ContactChange =
  | { kind: 'email'; to: string; linkTarget?: LinkTarget }
  | { kind: 'phone'; to: string; channel: PhoneCode['channel'] }

/** Column values that clear a pending change. */
export const noPendingChange = {
  email: { new_email: null, new_email_confirmed_by: null },
  phone: { new_phone: null },
} as const

const purposes: Readonly<Record<ContactKind, readonly TokenPurpose[]>> = {
  email: ['email_change_current', 'email_change_new'],
  phone: ['phone_change'],
}

/**
 * Returns whether the account already has this email, or has verified this phone. For an unverified phone, a new code
 * can be requested.
 */
export async function isOwnContact(
  db: Pick<Transaction, 'selectFrom'>,
  { userId, kind, to }: Contact & { userId: string },
): Promise<boolean> {
  let query = db.selectFrom('accounts').select('id').where('id', '=', userId).where(kind, '=', to)
  if (kind === 'phone') query = query.where('phone_verified_at', 'is not', null)
  return (await query.executeTakeFirst()) !== undefined
}

/**
 * Applies the limits to the messages of a change before it starts. For an email change, both addresses get an email,
 * so a stranger at a signed-in browser could flood two mailboxes.
 * @throws TOO_MANY_REQUESTS
 */
export async function limitContactChange(
  context: Pick<IdentityContext, 'db' | 'limits' | 'ip' | 'now' | 'config'>,
  { userId, kind, to }: Contact & { userId: string },
): Promise<void> {
  if (kind === 'phone') return limitTextMessages(context, to)
  await consumeBudget(context.limits, 'email_change_account', userId)
  await limitEmails(context, 'email_change', to)
}

/**
 * Stores the change until it is confirmed, and replaces an earlier one of the same kind. Whether another account has
 * the email or phone is checked only when the change is confirmed. The caller holds the account's row lock.
 */
export async function startContactChange(
  trx: Transaction,
  { jobs, ip, now }: Pick<IdentityContext, 'jobs' | 'ip' | 'now'>,
  { userId, ...change }: ContactChange & { userId: string },
): Promise<'started' | 'same'> {
  const { kind, to } = change
  if (await isOwnContact(trx, { userId, kind, to })) return 'same'
  const at = now()
  const own = () => trx.updateTable('accounts').where('id', '=', userId)
  if (kind === 'phone') {
    await own().set({ new_phone: to, updated_at: at }).execute()
    const { channel } = change
    const job: PhoneCode = {
      phone: to,
      purpose: 'phone_change',
      userId,
      channel,
      requestedFrom: toIpv6Network(ip),
    }
    await jobs.enqueue(trx, phoneCodeJob, job)
    return 'started'
  }
  const { new_email: pending } = await trx
    .selectFrom('accounts')
    .select('new_email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  // A repeated request for the same email keeps a confirmation that was already given.
  if (pending !== to) {
    await invalidateTokens(trx, { userId, purposes: purposes.email, now: at })
    await own().set({ new_email: to, new_email_confirmed_by: null, updated_at: at }).execute()
  }
  const job: EmailChange = { userId, ...change.linkTarget }
  await jobs.enqueue(trx, emailChangeJob, job)
  return 'started'
}

/**
 * Requests a change from our own pages. A request for the current email or phone does not count against a limit.
 * @throws TOO_MANY_REQUESTS
 */
export async function requestContactChange(
  context: IdentityContext,
  { userId, sessionId, ...change }: OwnSession & ContactChange,
): Promise<'started' | 'same' | 'no texts' | 'ended'> {
  const { db, live, now, sms } = context
  if (change.kind === 'phone' && !sms.isOn) return 'no texts'
  if (await isOwnContact(db, { userId, ...change })) return 'same'
  await limitContactChange(context, { userId, ...change })
  const outcome = await db.transaction().execute(async (trx) => {
    if ((await lockAssuredAccount(trx, { userId, sessionId }, now())) === undefined) return 'ended'
    return startContactChange(trx, context, { userId, ...change })
  })
  if (outcome === 'started') live.publish([userId], [SESSION_TOPIC])
  return outcome
}

/** Cancels a pending change. Its links and codes become invalid. */
export async function cancelContactChange(
  context: IdentityContext,
  { userId, sessionId, kind }: OwnSession & { kind: ContactKind },
): Promise<'cancelled' | 'ended'> {
  const now = context.now()
  const outcome = await context.db.transaction().execute(async (trx) => {
    if ((await lockAssuredAccount(trx, { userId, sessionId }, now)) === undefined) return 'ended'
    await trx
      .updateTable('accounts')
      .set({ ...noPendingChange[kind], updated_at: now })
      .where('id', '=', userId)
      .where(`new_${kind}`, 'is not', null)
      .execute()
    await invalidateTokens(trx, { userId, purposes: purposes[kind], now })
    return 'cancelled'
  })
  if (outcome === 'cancelled') context.live.publish([userId], [SESSION_TOPIC])
  return outcome
}

/** Removes the phone. An account without an email keeps it, because it has no other contact. */
export async function removePhone(
  context: IdentityContext,
  { userId, sessionId }: OwnSession,
): Promise<'removed' | 'only' | 'ended'> {
  const now = context.now()
  const outcome = await context.db.transaction().execute(async (trx) => {
    const account = await trx
      .selectFrom('accounts')
      .select(['email', 'phone', 'phone_verified_at'])
      .where('id', '=', userId)
      // FOR UPDATE, because the phone is a key column: FOR NO KEY UPDATE would not be enough.
      .forUpdate()
      .executeTakeFirst()
    const held = await lockAssuredAccount(trx, { userId, sessionId }, now)
    if (account === undefined || held === undefined) return 'ended'
    if (account.phone === null) return 'removed'
    if (account.email === null) return 'only'
    await trx
      .updateTable('accounts')
      .set({ phone: null, phone_verified_at: null, updated_at: now })
      .where('id', '=', userId)
      .execute()
    await invalidateTokens(trx, { userId, purposes: ['phone_sign_in', 'verify_phone'], now })
    if (account.phone_verified_at !== null)
      await notifyOfChange(trx, context, { userId, kind: 'phone_removed', formerPhone: account.phone })
    return 'removed'
  })
  if (outcome === 'removed') context.live.publish([userId], [SESSION_TOPIC])
  return outcome
}
