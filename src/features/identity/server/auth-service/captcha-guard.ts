import { z } from 'zod'
import { checkCaptcha } from '../captcha/check-captcha'
import { AuthError } from './auth-error'
import type { AuthCall, AuthRequest } from './auth-call'

/** What anybody can ask for without being known, and robots would ask for often. */
const guarded = new Set([
  '/signup',
  '/otp',
  '/magiclink',
  '/recover',
  '/resend',
  '/sso',
  '/passkeys/authentication/options',
])

const body = z.looseObject({
  gotrue_meta_security: z.looseObject({ captcha_token: z.string().max(8000).nullish() }).nullish(),
})

/**
 * Before a call that robots would make, where the house is set up with a captcha: in one place, so that no family can forget it.
 * @throws AuthError captcha_failed
 */
export async function guardByCaptcha(call: AuthCall, request: AuthRequest): Promise<void> {
  const { context, search, read } = request
  if (context.config.auth.captcha === undefined || call.method !== 'POST') return
  const isPassword = call.path === '/token' && search.get('grant_type') === 'password'
  if (!isPassword && !guarded.has(call.path)) return
  const token = read(body).gotrue_meta_security?.captcha_token ?? undefined
  const result = await checkCaptcha(context, token)
  if (result.outcome === 'refused')
    throw new AuthError(400, 'captcha_failed', `captcha protection: request disallowed (${result.why})`)
  if (result.outcome === 'silent')
    throw new AuthError(500, 'unexpected_failure', 'captcha verification process failed')
}
