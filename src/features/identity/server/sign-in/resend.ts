import { networkOf } from '~/platform/http/client-address'
import type { Destination } from '../../rules/destination'
import type { IdentityContext } from '../context'
import {
  emailChangeJob,
  type EmailChange,
  type LinkEnd,
  phoneCodeJob,
  type PhoneCode,
  verifyEmailJob,
} from '../mail-and-sms/jobs'
import { limitMail, limitText } from '../limits/send-limits'

export type Resendable = 'signup' | 'email_change' | 'sms' | 'phone_change'

/**
 * Sends the pending confirmation again, if there is one. The jobs find out, so that the answer reveals nothing. `mismatch`: a phone for an
 * email's type, or the other way round. @throws TOO_MANY_REQUESTS
 */
export async function resend(
  context: Pick<IdentityContext, 'config' | 'db' | 'jobs' | 'limits' | 'ip' | 'now' | 'sms'>,
  { type, who, end }: { type: Resendable; who: Destination; end: LinkEnd },
): Promise<'sent' | 'mismatch' | 'no texts'> {
  const { db, jobs, sms, ip } = context
  if (type === 'signup' || type === 'email_change') {
    if (who.email === undefined) return 'mismatch'
    await limitMail(context, type === 'signup' ? 'verify' : 'email_change', who.email)
    if (type === 'signup') await jobs.enqueue(db, verifyEmailJob, { email: who.email, ...end })
    else {
      const job: EmailChange = { email: who.email, askedFrom: ip, ...end }
      await jobs.enqueue(db, emailChangeJob, job)
    }
    return 'sent'
  }
  if (who.phone === undefined) return 'mismatch'
  if (!sms.isOn) return 'no texts'
  await limitText(context, who.phone)
  const purpose = type === 'sms' ? 'verify_phone' : 'phone_change'
  const job: PhoneCode = { phone: who.phone, purpose, channel: 'sms', askedFrom: networkOf(ip) }
  await jobs.enqueue(db, phoneCodeJob, job)
  return 'sent'
}
