import { z } from 'zod'
import type { Answer } from '~/platform/http/answer'
import type { LinkType } from '../../../contract-shapes'
import { allowedRedirect, isOwnAddress } from '../../../rules/redirect-target'
import { type Redeemed, redeemLinkOrCode, type LinkOrCode } from '../../sign-in/redeem-link-or-code'
import { pageOf } from '../../email-and-sms/link-of'
import { purposesOf } from '../../sign-in/verify-types'
import { withCode, withError, withTokens } from '../../providers/redirect-addresses'
import { AuthError, invalid } from '../auth-error'
import type { AuthCall, AuthRequest } from '../auth-call'
import { invitationRefused } from '../invitation-in'
import { redirectAnswer } from '../redirect-answer'
import { sessionAnswer } from '../session-answer'
import { reachable } from '../wire-shapes'

const HALF = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

const body = z.looseObject({
  type: z.string({ error: 'Verify requires a verification type' }).max(40),
  token: z.string().max(200).nullish(),
  token_hash: z.string().max(200).nullish(),
})

/** Reads the token of a link, by either name, or a six-digit code and its recipient. */
function proofOf(request: AuthRequest): { type: string; proof: LinkOrCode } {
  const { type, token, token_hash: linkToken } = request.read(body)
  if (linkToken) return { type, proof: { token: linkToken } }
  if (!token) throw invalid('Verify requires a token or a token hash')
  const who = request.read(reachable)
  return {
    type,
    proof: who.email === undefined ? { code: token, phone: who.phone } : { code: token, email: who.email },
  }
}

function needPurposes(type: string) {
  const purposes = purposesOf(type)
  if (purposes === undefined) throw invalid('Unsupported verification type')
  return purposes
}

async function verify(request: AuthRequest): Promise<Record<string, unknown>> {
  const { type, proof } = proofOf(request)
  const purposes = needPurposes(type)
  const redeemed = await redeemLinkOrCode(request.context, {
    proof,
    purposes,
    starts: 'session',
    isBrowser: false,
  })
  if (redeemed.outcome === 'session') return sessionAnswer(request.context, redeemed.sessionId)
  // Without session and user: clients wait until the other link is opened.
  if (redeemed.outcome === 'half') return { code: 200, msg: HALF }
  throw refusalOf(redeemed, type)
}

function refusalOf(redeemed: Redeemed, type: string): AuthError {
  if (redeemed.outcome === 'taken')
    return type === 'phone_change'
      ? new AuthError(422, 'phone_exists', 'A user with this phone number has already been registered')
      : new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
  if (redeemed.outcome === 'suspended') return new AuthError(403, 'user_banned', 'User is banned')
  if (redeemed.outcome === 'invitation') return invitationRefused(redeemed.why)
  return new AuthError(403, 'otp_expired', 'Token has expired or is invalid')
}

/** Redeems an emailed link. Only for apps; our own pages ask for a click first. */
async function verifyLink({ context, search }: AuthRequest): Promise<Answer> {
  const { config } = context
  const token = search.get('token') ?? search.get('token_hash') ?? ''
  const type = search.get('type') ?? ''
  const purposes = needPurposes(type)
  const redirectTo = allowedRedirect(config.auth, config.publicUrl, search.get('redirect_to'))
  if (isOwnAddress(config.publicUrl, redirectTo)) {
    const page = pageOf({ publicUrl: config.publicUrl, token, type: pageType(type), redirectTo })
    return redirectAnswer(303, page)
  }
  const redeemed = await redeemLinkOrCode(context, {
    proof: { token },
    purposes,
    starts: 'session or code',
    isBrowser: false,
  })
  if (redeemed.outcome === 'session')
    return redirectAnswer(303, withTokens(redirectTo, await sessionAnswer(context, redeemed.sessionId), type))
  if (redeemed.outcome === 'code') return redirectAnswer(303, withCode(redirectTo, redeemed.code))
  if (redeemed.outcome === 'half') return redirectAnswer(303, withMessage(redirectTo, HALF))
  const { code, message } = refusalOf(redeemed, type)
  const description = redeemed.outcome === 'dead' ? 'Email link is invalid or has expired' : message
  return redirectAnswer(303, withError(redirectTo, { error: 'access_denied', code, description }))
}

function pageType(type: string): LinkType {
  if (type.startsWith('email_change')) return 'email_change'
  return type === 'signup' || type === 'invite' || type === 'recovery' ? type : 'magiclink'
}

function withMessage(redirectTo: string, message: string): string {
  const url = new URL(redirectTo)
  url.hash = new URLSearchParams({ message }).toString()
  return url.href
}

export const verifyCalls: readonly AuthCall[] = [
  { method: 'POST', path: '/verify', handle: verify },
  { method: 'GET', path: '/verify', handle: verifyLink },
]
