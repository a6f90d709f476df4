import { z } from 'zod'
import { BAD_CREDENTIALS } from '../../../rules/messages'
import { signInWithPassword } from '../../sign-in/sign-in-with-password'
import { AuthError } from '../auth-error'
import type { AuthRequest } from '../auth-call'
import { createSessionResponse } from '../session-response'
import { password, reachable } from '../request-schemas'

const body = z.looseObject({ password })

/** grant_type=password. An unknown email and a wrong password get the same response after the same work. */
export async function grantPassword({ context, read }: AuthRequest): Promise<Record<string, unknown>> {
  const { password: given } = read(body)
  const destination = read(reachable)
  // Phones are never confirmed automatically: `phone_autoconfirm` in the settings is false.
  const mustBeConfirmed = context.config.auth.confirmEmail || destination.email === undefined
  const outcome = await signInWithPassword(context, {
    ...destination,
    password: given,
    mustBeConfirmed,
  })
  if (outcome === 'wrong') throw new AuthError(400, 'invalid_credentials', BAD_CREDENTIALS)
  if (outcome === 'unconfirmed')
    throw destination.email === undefined
      ? new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed')
      : new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
  if ('suspendedUntil' in outcome) throw new AuthError(400, 'user_banned', 'User is banned')
  return createSessionResponse(context, outcome.sessionId)
}
