import { z } from 'zod'
import type { HttpResponse } from '~/platform/http/http-response'
import type { LinkType } from '../../../contract-shapes'
import { resolveRedirect, isOwnAddress } from '../../../rules/redirect-target'
import { type Redeemed, redeemLinkOrCode, type LinkOrCode } from '../../sign-in/redeem-link-or-code'
import { formatPageLink } from '../../email-and-sms/format-link'
import { findPurposes } from '../../sign-in/token-purposes-by-type'
import { withCode, withError, withTokens } from '../../providers/redirect-addresses'
import { AuthError, createValidationError } from '../auth-error'
import type { AuthCall, AuthRequest } from '../auth-call'
import { createInvitationError } from '../sign-up-data'
import { createRedirect } from '../redirect-response'
import { createSessionResponse } from '../session-response'
import { reachable } from '../request-schemas'

const HALF = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

const body = z.looseObject({
  type: z.string({ error: 'Verify requires a verification type' }).max(40),
  token: z.string().max(200).nullish(),
  token_hash: z.string().max(200).nullish(),
})

/** Reads the token of a link (`token_hash`), or a six-digit code (`token`) and its recipient. */
function parseProof(request: AuthRequest): { type: string; proof: LinkOrCode } {
  const { type, token, token_hash: linkToken } = request.read(body)
  if (linkToken) return { type, proof: { token: linkToken } }
  if (!token) throw createValidationError('Verify requires a token or a token hash')
  const destination = request.read(reachable)
  return {
    type,
    proof:
      destination.email === undefined
        ? { code: token, phone: destination.phone }
        : { code: token, email: destination.email },
  }
}

function getPurposes(type: string) {
  const purposes = findPurposes(type)
  if (purposes === undefined) throw createValidationError('Unsupported verification type')
  return purposes
}

async function handleVerify(request: AuthRequest): Promise<Record<string, unknown>> {
  const { type, proof } = parseProof(request)
  const purposes = getPurposes(type)
  const redeemed = await redeemLinkOrCode(request.context, {
    proof,
    purposes,
    starts: 'session',
    isBrowser: false,
  })
  if (redeemed.outcome === 'session') return createSessionResponse(request.context, redeemed.sessionId)
  // Contains no session and no user, so that clients wait until the other link is opened.
  if (redeemed.outcome === 'half') return { code: 200, msg: HALF }
  throw toAuthError(redeemed, type)
}

function toAuthError(redeemed: Redeemed, type: string): AuthError {
  if (redeemed.outcome === 'taken')
    return type === 'phone_change'
      ? new AuthError(422, 'phone_exists', 'A user with this phone number has already been registered')
      : new AuthError(422, 'email_exists', 'A user with this email address has already been registered')
  if (redeemed.outcome === 'suspended') return new AuthError(403, 'user_banned', 'User is banned')
  if (redeemed.outcome === 'invitation') return createInvitationError(redeemed.reason)
  return new AuthError(403, 'otp_expired', 'Token has expired or is invalid')
}

/** Redeems an emailed link for an app. Our own pages ask for a click first. */
async function handleVerifyLink({ context, search }: AuthRequest): Promise<HttpResponse> {
  const { config } = context
  const token = search.get('token') ?? search.get('token_hash') ?? ''
  const type = search.get('type') ?? ''
  const purposes = getPurposes(type)
  const redirectTo = resolveRedirect(config.auth, config.publicUrl, search.get('redirect_to'))
  if (isOwnAddress(config.publicUrl, redirectTo)) {
    const page = formatPageLink({ publicUrl: config.publicUrl, token, type: toLinkType(type), redirectTo })
    return createRedirect(303, page)
  }
  const redeemed = await redeemLinkOrCode(context, {
    proof: { token },
    purposes,
    starts: 'session or code',
    isBrowser: false,
  })
  if (redeemed.outcome === 'session')
    return createRedirect(
      303,
      withTokens(redirectTo, await createSessionResponse(context, redeemed.sessionId), type),
    )
  if (redeemed.outcome === 'code') return createRedirect(303, withCode(redirectTo, redeemed.code))
  if (redeemed.outcome === 'half') return createRedirect(303, addMessageToUrl(redirectTo, HALF))
  const { code, message } = toAuthError(redeemed, type)
  const description = redeemed.outcome === 'invalid' ? 'Email link is invalid or has expired' : message
  return createRedirect(303, withError(redirectTo, { error: 'access_denied', code, description }))
}

function toLinkType(type: string): LinkType {
  if (type.startsWith('email_change')) return 'email_change'
  return type === 'signup' || type === 'invite' || type === 'recovery' ? type : 'magiclink'
}

function addMessageToUrl(redirectTo: string, message: string): string {
  const url = new URL(redirectTo)
  url.hash = new URLSearchParams({ message }).toString()
  return url.href
}

export const verifyCalls: readonly AuthCall[] = [
  { method: 'POST', path: '/verify', handle: handleVerify },
  { method: 'GET', path: '/verify', handle: handleVerifyLink },
]
