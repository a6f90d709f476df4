import { z } from 'zod'
import { toClientTokens } from '../../providers/provider-tokens'
import { exchangeCode } from '../../providers/exchange-code'
import { AuthError, createValidationError } from '../auth-error'
import type { AuthRequest } from '../auth-call'
import { createSessionResponse } from '../session-response'

const body = z.looseObject({
  auth_code: z.string().max(200).default(''),
  code_verifier: z.string().max(200).default(''),
})

/** grant_type=pkce: exchanges the code from a callback, together with its PKCE verifier, for a session. */
export async function grantPkce({ context, read }: AuthRequest): Promise<Record<string, unknown>> {
  const { auth_code: code, code_verifier: verifier } = read(body)
  if (code === '' || verifier === '')
    throw createValidationError('invalid request: both auth code and code verifier should be non-empty')
  const outcome = await exchangeCode(context, { code, verifier })
  if (outcome === 'unknown')
    throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
  if (outcome === 'expired')
    throw new AuthError(403, 'flow_state_expired', 'invalid flow state, flow state has expired')
  if (outcome === 'wrong verifier')
    throw new AuthError(
      400,
      'bad_code_verifier',
      'code challenge does not match previously saved code verifier',
    )
  if ('suspendedUntil' in outcome) throw new AuthError(400, 'user_banned', 'User is banned')
  return { ...(await createSessionResponse(context, outcome.sessionId)), ...toClientTokens(outcome.tokens) }
}
