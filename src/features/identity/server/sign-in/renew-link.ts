import type { LinkType } from '../../contract-shapes'
import type { IdentityContext } from '../context'
import {
  emailChangeJob,
  inviteJob,
  type LinkEnd,
  recoverJob,
  signInCodeJob,
  verifyEmailJob,
} from '../mail-and-sms/jobs'
import { findToken } from '../tokens/find-token'
import { limitMail } from '../limits/send-limits'
import { purposesOf } from './verify-types'

/**
 * Sends a new link to the address of an old one, and returns the address. Undefined when the link is unknown.
 * @throws TOO_MANY_REQUESTS
 */
export async function renewLink(
  context: IdentityContext,
  { token, type, end }: { token: string; type: LinkType; end: LinkEnd },
): Promise<string | undefined> {
  const { db, jobs, limits, ip } = context
  await limits.consume('resend_ip', ip, { points: 30, seconds: 3600 })
  const old = await findToken(db, token, purposesOf(type) ?? [])
  const email = old?.sent_to
  if (old === undefined || email == null) return undefined
  const userId = old.user_id
  switch (old.purpose) {
    case 'sign_in':
      await limitMail(context, 'sign_in', email)
      await jobs.enqueue(db, signInCodeJob, { email, ...end, ...(old.payload as object) })
      return email
    case 'recover':
      await limitMail(context, 'recover', email)
      await jobs.enqueue(db, recoverJob, { email, ...end })
      return email
    case 'verify_email':
      await limitMail(context, 'verify', email)
      await jobs.enqueue(db, verifyEmailJob, { email })
      return email
    case 'invite':
      await limitMail(context, 'invite', email)
      await jobs.enqueue(db, inviteJob, { userId, ...end })
      return email
    case 'email_change_current':
    case 'email_change_new':
      await limitMail(context, 'email_change', email)
      await jobs.enqueue(db, emailChangeJob, { userId })
      return email
    default:
      return undefined
  }
}
