import type { LinkType } from '../../contract-codes'
import type { IdentityContext } from '../context'
import { endAt } from './end-at'
import { emailChangeJob, inviteJob, recoverJob, signInCodeJob, verifyEmailJob } from './jobs'
import { findToken } from '../tokens/find-token'
import { limitMail } from '../limits/send-limits'
import { purposesOf } from './verify-types'

/**
 * A new link to where an old one went, for whoever holds it; the address it goes to. Undefined when there never was such a link.
 * @throws TOO_MANY_REQUESTS
 */
export async function renewLink(
  context: IdentityContext,
  { token, type, next }: { token: string; type: LinkType; next?: string | undefined },
): Promise<string | undefined> {
  const { db, jobs, limits, ip } = context
  await limits.consume('resend_ip', ip, { points: 30, seconds: 3600 })
  const old = await findToken(db, token, purposesOf(type) ?? [])
  const email = old?.sent_to
  if (old === undefined || email == null) return undefined
  const userId = old.user_id
  const end = endAt(context, next)
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
