import { z } from 'zod'
import type { IdentityContext } from '../context'

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
  /** `why`: what the service called it. */
  | { outcome: 'refused'; why: string }
  /** It gives no answer. */
  | { outcome: 'silent' }

/**
 * Whether the token of hCaptcha's or Turnstile's widget is good; anything passes in a house without one. A token opens once, which
 * the service sees to. While the service is away nobody passes: otherwise whoever can keep it away could do without it.
 * @throws TOO_MANY_REQUESTS
 */
export async function checkCaptcha(
  { config, limits, ip, log }: Pick<IdentityContext, 'config' | 'limits' | 'ip' | 'log'>,
  token: string | undefined,
): Promise<CaptchaOutcome> {
  const { captcha } = config.auth
  if (captcha === undefined) return { outcome: 'passed' }
  if (token === undefined || token === '')
    return { outcome: 'refused', why: 'no captcha_token found in request' }
  await limits.consume('captcha_ip', ip, { points: 120, seconds: 600 })
  const body = new URLSearchParams({ secret: captcha.secret, response: token, remoteip: ip })
  if (captcha.kind === 'hcaptcha') body.set('sitekey', captcha.siteKey)
  try {
    const answer = await fetch(captcha.verifyUrl ?? addresses[captcha.kind], {
      method: 'POST',
      body,
      signal: AbortSignal.timeout(PATIENCE_MS),
      redirect: 'error',
    })
    // Turnstile says what is wrong with a status of 400 too.
    const { success, 'error-codes': codes } = verdict.parse(await answer.json())
    return success ? { outcome: 'passed' } : { outcome: 'refused', why: codes.join(', ') || 'not solved' }
  } catch (error) {
    log.error({ err: error }, 'the captcha service does not answer')
    return { outcome: 'silent' }
  }
}

/** For the calls of our own pages. @throws CAPTCHA_FAILED, TOO_MANY_REQUESTS */
export async function needCaptcha(
  context: Pick<IdentityContext, 'config' | 'limits' | 'ip' | 'log'>,
  errors: { CAPTCHA_FAILED: () => Error },
  token: string | undefined,
): Promise<void> {
  if ((await checkCaptcha(context, token)).outcome !== 'passed') throw errors.CAPTCHA_FAILED()
}
