import { z } from 'zod'
import { signInWithIdentity, linkIdentity } from '../../providers/sign-in-with-identity'
import { verifyIdToken } from '../../providers/verify-id-token'
import { FlowFailed } from '../../providers/provider'
import { AuthError } from '../auth-error'
import type { AuthRequest } from '../auth-call'
import { requireLinking } from '../calls/identities'
import { requireReauthenticatedSession } from '../bearer-session'
import { createSessionResponse } from '../session-response'
import { consumeBudget } from '../../limits/action-limits'

const text = z.string().max(16_000)
const body = z.looseObject({
  provider: z.string().min(1, 'provider is missing').max(100),
  id_token: text.min(1, 'id_token is missing'),
  access_token: text.nullish(),
  nonce: text.nullish(),
  link_identity: z.boolean().nullish(),
})

const STATUS: Readonly<Record<string, number>> = {
  email_not_confirmed: 403,
  identity_already_exists: 422,
  provider_email_needs_verification: 422,
  user_banned: 403,
  session_not_found: 403,
  request_timeout: 504,
  signup_disabled: 422,
}

/**
 * grant_type=id_token: starts a session with an id token from the provider's app. `link_identity` links the identity to
 * the account of the current session.
 */
export async function grantIdToken(request: AuthRequest): Promise<Record<string, unknown>> {
  const { context, read } = request
  await consumeBudget(context.limits, 'id_token_ip', context.ip)
  const given = read(body)
  if (given.link_identity === true) requireLinking(context)
  try {
    const session = given.link_identity === true ? await requireReauthenticatedSession(request) : undefined
    const proof = await verifyIdToken(context, {
      provider: given.provider,
      token: given.id_token,
      nonce: given.nonce ?? undefined,
      accessToken: given.access_token ?? undefined,
    })
    if (session === undefined)
      return await createSessionResponse(context, (await signInWithIdentity(context, proof)).sessionId)
    await linkIdentity(context, { proof, ...session })
    return await createSessionResponse(context, session.sessionId)
  } catch (error) {
    if (!(error instanceof FlowFailed)) throw error
    throw new AuthError(STATUS[error.code] ?? 400, error.code, error.message)
  }
}
