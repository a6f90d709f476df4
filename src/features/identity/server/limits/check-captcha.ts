import { z } from 'zod'
import type { AuthFile } from '~/platform/config/auth-file'
import type { IdentityContext } from '../context'
import { refuse } from '../refused-error'
import { consumeBudget } from './action-limits'

const addresses = {
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
} as const
const PATIENCE_MS = 5000

const verdict = z.looseObject({
  success: z.boolean(),
  'error-codes': z.array(z.string().max(100)).default([]),
})

export type CaptchaOutcome =
  | { outcome: 'passed' }
  /** `reason`: the error codes from the CAPTCHA service. */
  | { outcome: 'refused'; reason: string }
  /** The CAPTCHA service did not respond. */
  | { outcome: 'silent' }

/** Returns what a page needs to show the CAPTCHA that the operator configured; null when there is none. */
export function getCaptchaSettings({ captcha }: Pick<AuthFile, 'captcha'>) {
  return captcha === undefined ? null : { kind: captcha.kind, siteKey: captcha.siteKey }
}

/** The part of the context that checking a CAPTCHA token needs. */
export type CaptchaContext = Pick<IdentityContext, 'limits' | 'ip' | 'log'> & {
  config: { auth: Pick<AuthFile, 'captcha'> }
}

/**
 * Checks a token from the hCaptcha or Turnstile widget; without a configured CAPTCHA every request passes. The
 * service accepts a token once. While the service is unavailable, every request is refused, or an attacker could
 * avoid the check by overloading the service.
 * @throws TOO_MANY_REQUESTS
 */
export async function checkCaptcha(
  { config, limits, ip, log }: CaptchaContext,
  token: string | undefined,
): Promise<CaptchaOutcome> {
  const { captcha } = config.auth
  if (captcha === undefined) return { outcome: 'passed' }
  if (token === undefined || token === '')
    return { outcome: 'refused', reason: 'no captcha_token found in request' }
  await consumeBudget(limits, 'captcha_ip', ip)
  const body = new URLSearchParams({ secret: captcha.secret, response: token, remoteip: ip })
  if (captcha.kind === 'hcaptcha') body.set('sitekey', captcha.siteKey)
  try {
    const response = await fetch(captcha.verifyUrl ?? addresses[captcha.kind], {
      method: 'POST',
      body,
      signal: AbortSignal.timeout(PATIENCE_MS),
      redirect: 'error',
    })
    // Turnstile also responds with status 400 when it refuses a token.
    const { success, 'error-codes': codes } = verdict.parse(await response.json())
    return success ? { outcome: 'passed' } : { outcome: 'refused', reason: codes.join(', ') || 'not solved' }
  } catch (error) {
    log.error({ err: error }, 'the captcha service does not respond')
    return { outcome: 'silent' }
  }
}

/**
 * Refuses a call whose CAPTCHA token is missing or invalid.
 * @throws CAPTCHA_FAILED, TOO_MANY_REQUESTS
 */
export async function requireCaptcha(context: CaptchaContext, token: string | undefined): Promise<void> {
  if ((await checkCaptcha(context, token)).outcome !== 'passed') throw refuse('CAPTCHA_FAILED')
}
