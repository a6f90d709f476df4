import { toIpv6Network } from '~/platform/http/client-address'
import type { LinkType } from '../../contract-shapes'
import type { Destination } from '../../rules/destination'
import type { IdentityContext } from '../context'
import { limitEmails, limitSignInEmails, limitTextMessages } from '../limits/send-limits'
import {
  emailChangeJob,
  type EmailChange,
  inviteJob,
  type LinkTarget,
  phoneCodeJob,
  type PhoneCode,
  recoverJob,
  signInCodeJob,
  createSignInEmailPayload,
  verifyEmailJob,
} from '../email-and-sms/jobs'
import { findToken } from '../tokens/one-time-tokens'
import { findPurposes } from './token-purposes-by-type'
import { consumeBudget } from '../limits/action-limits'

export type Resendable = 'signup' | 'email_change' | 'sms' | 'phone_change'

/**
 * Resends a pending confirmation. Jobs look for it later, so that the response doesn't reveal whether there is one.
 * Returns `mismatch` for a type that doesn't fit the email or phone.
 * @throws TOO_MANY_REQUESTS
 */
export async function resend(
  context: Pick<IdentityContext, 'config' | 'db' | 'jobs' | 'limits' | 'ip' | 'now' | 'sms'>,
  { type, destination, linkTarget }: { type: Resendable; destination: Destination; linkTarget: LinkTarget },
): Promise<'sent' | 'mismatch' | 'no texts'> {
  const { db, jobs, sms, ip } = context
  if (type === 'signup' || type === 'email_change') {
    if (destination.email === undefined) return 'mismatch'
    await limitEmails(context, type === 'signup' ? 'verify' : 'email_change', destination.email)
    if (type === 'signup') await jobs.enqueue(db, verifyEmailJob, { email: destination.email, ...linkTarget })
    else {
      const job: EmailChange = { email: destination.email, requestedFrom: ip, ...linkTarget }
      await jobs.enqueue(db, emailChangeJob, job)
    }
    return 'sent'
  }
  if (destination.phone === undefined) return 'mismatch'
  if (!sms.isOn) return 'no texts'
  await limitTextMessages(context, destination.phone)
  const purpose = type === 'sms' ? 'verify_phone' : 'phone_change'
  const job: PhoneCode = {
    phone: destination.phone,
    purpose,
    channel: 'sms',
    requestedFrom: toIpv6Network(ip),
  }
  await jobs.enqueue(db, phoneCodeJob, job)
  return 'sent'
}

/**
 * Sends a new link to the email of an old one, and returns the email. Undefined when the link is unknown.
 * @throws TOO_MANY_REQUESTS
 */
export async function renewLink(
  context: IdentityContext,
  { token, type, linkTarget }: { token: string; type: LinkType; linkTarget: LinkTarget },
): Promise<string | undefined> {
  const { db, jobs, limits, ip } = context
  await consumeBudget(limits, 'resend_ip', ip)
  const old = await findToken(db, token, findPurposes(type) ?? [])
  const email = old?.sent_to
  if (old === undefined || email == null) return undefined
  const userId = old.user_id
  switch (old.purpose) {
    case 'sign_in': {
      const reserve = await limitSignInEmails(context, 'sign_in', email)
      const job = {
        ...createSignInEmailPayload({ email, linkTarget, ip, ...reserve }),
        ...(old.payload as object),
      }
      await jobs.enqueue(db, signInCodeJob, job)
      return email
    }
    case 'recover': {
      const reserve = await limitSignInEmails(context, 'recover', email)
      await jobs.enqueue(db, recoverJob, createSignInEmailPayload({ email, linkTarget, ip, ...reserve }))
      return email
    }
    case 'verify_email':
      await limitEmails(context, 'verify', email)
      await jobs.enqueue(db, verifyEmailJob, { email })
      return email
    case 'invite':
      await limitEmails(context, 'invite', email)
      await jobs.enqueue(db, inviteJob, { userId, ...linkTarget })
      return email
    case 'email_change_current':
    case 'email_change_new':
      await limitEmails(context, 'email_change', email)
      await jobs.enqueue(db, emailChangeJob, { userId })
      return email
    default:
      return undefined
  }
}

/**
 * Sends a new verification link to the signed-in person, or for an old link. Undefined when there is neither.
 * @throws TOO_MANY_REQUESTS
 */
export async function resendVerification(
  context: IdentityContext,
  { token }: { token?: string | undefined },
): Promise<{ email: string; isVerified: boolean } | undefined> {
  const { db, jobs, limits, caller, ip } = context
  await consumeBudget(limits, 'resend_ip', ip)
  const old = token === undefined ? undefined : await findToken(db, token, ['verify_email'])
  const userId = old?.user_id ?? (token === undefined ? caller?.id : undefined)
  if (userId === undefined) return undefined
  const account = await db
    .selectFrom('accounts')
    .select(['email', 'email_verified_at'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (account?.email == null) return undefined
  // An old link must not reveal a new email of the account.
  if (old !== undefined && old.sent_to !== account.email) return undefined
  const isVerified = account.email_verified_at !== null
  if (!isVerified) {
    await limitEmails(context, 'verify', account.email)
    await jobs.enqueue(db, verifyEmailJob, { userId })
  }
  return { email: account.email, isVerified }
}
