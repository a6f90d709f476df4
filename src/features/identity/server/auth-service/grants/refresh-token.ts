import { z } from 'zod'
import { refreshSession } from '../../sessions/refresh-session'
import { AuthError } from '../auth-error'
import type { AuthRequest } from '../auth-call'
import { createSessionResponse } from '../session-response'
import { consumeBudget } from '../../limits/action-limits'

const body = z.looseObject({ refresh_token: z.string().min(1).max(500) })

/**
 * grant_type=refresh_token. Requests are limited per network, because the account is unknown until the token is read.
 */
export async function grantRefreshToken({ context, read }: AuthRequest): Promise<Record<string, unknown>> {
  const token = read(body).refresh_token
  await consumeBudget(context.limits, 'refresh_ip', context.ip)
  const outcome = await refreshSession(context, { token, now: context.now() })
  if (outcome === 'unknown')
    throw new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
  if (outcome === 'reused')
    throw new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
  if (outcome === 'suspended') throw new AuthError(400, 'user_banned', 'User is banned')
  return { ...(await createSessionResponse(context, outcome.sessionId)), refresh_token: outcome.refreshToken }
}
