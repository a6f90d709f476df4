import { isSignUpClosed } from '../../rules/sign-up-closed'
import { findInvitation, getCodeUsability } from '~/features/invitations/server/public'
import { toIpv6Network } from '~/platform/http/client-address'
import type { Destination } from '../../rules/destination'
import type { IdentityContext } from '../context'
import {
  type Beginning,
  type LinkTarget,
  phoneCodeJob,
  type PhoneCode,
  signInCodeJob,
  createSignInEmailPayload,
  type SignInCode,
} from '../email-and-sms/jobs'
import { checkNewUser } from '../sign-up/check-new-user'
import { limitSignInEmails, limitTextMessages } from '../limits/send-limits'

interface SignInRequest {
  destination: Destination
  /** Data for an account that is created if the email or phone has none when the code is entered. */
  beginning?: Beginning | undefined
  channel?: 'sms' | 'whatsapp'
  /** Whether to email the person that there is no account, when none exists and none is created. */
  sendsNoAccountEmail?: boolean
  linkTarget?: LinkTarget
}

/**
 * Sends a one-time code; an email also has a link. The response and the work are the same with and without an account.
 * Returns `no texts` if this site sends no text messages.
 * @throws TOO_MANY_REQUESTS
 */
export async function sendSignInCode(
  context: Pick<IdentityContext, 'config' | 'db' | 'jobs' | 'limits' | 'ip' | 'now' | 'sms'>,
  {
    destination,
    beginning: wanted,
    channel = 'sms',
    sendsNoAccountEmail: wantsNoAccountEmail = false,
    linkTarget = {},
  }: SignInRequest,
): Promise<'sent' | 'no texts' | 'invalid' | 'expired'> {
  const { config, db, jobs, sms, ip, now } = context
  const isClosed = wanted !== undefined && isSignUpClosed(config.auth, wanted.code)
  const beginning = isClosed ? undefined : wanted
  const sendsNoAccountEmail = wantsNoAccountEmail || isClosed
  if (destination.email === undefined && !sms.isOn) return 'no texts'
  if (beginning?.code !== undefined) {
    const verdict = getCodeUsability(await findInvitation(db, beginning.code, now()), now())
    if (verdict !== 'usable') return verdict
  }
  if (beginning !== undefined) {
    const provider = destination.email === undefined ? 'phone' : 'email'
    await checkNewUser(context, { ...destination, provider, metadata: beginning.metadata })
  }
  if (destination.email === undefined) {
    await limitTextMessages(context, destination.phone)
    const job: PhoneCode = {
      phone: destination.phone,
      purpose: 'phone_sign_in',
      channel,
      beginning,
      requestedFrom: toIpv6Network(ip),
    }
    await jobs.enqueue(db, phoneCodeJob, job)
  } else {
    const { email } = destination
    const reserve = await limitSignInEmails(context, 'sign_in', email)
    const job: SignInCode = {
      ...createSignInEmailPayload({ email, linkTarget, ip, ...reserve }),
      beginning,
      sendsNoAccountEmail,
    }
    await jobs.enqueue(db, signInCodeJob, job)
  }
  return 'sent'
}
