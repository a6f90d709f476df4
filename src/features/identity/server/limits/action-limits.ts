import type { Limit, Limits } from '~/platform/limits/limits'

const MINUTE = 60
const HOUR = 60 * MINUTE

/**
 * How often each action may run, whether it succeeds or not. The end of a name is the subject: a network (`_ip`), an
 * account, or an account with a network (`_pair`). The limits of wrong passwords and codes, and of emails and text
 * messages to one recipient, are in other files: password-guesses.ts, guess-limits.ts, factor-guesses.ts,
 * send-limits.ts.
 */
const BUDGETS = {
  auth_code_ip: { points: 120, seconds: 10 * MINUTE },
  captcha_ip: { points: 120, seconds: 10 * MINUTE },
  email_change_account: { points: 10, seconds: HOUR },
  email_ip: { points: 60, seconds: HOUR },
  factor_challenge_pair: { points: 60, seconds: HOUR },
  factor_enroll_account: { points: 60, seconds: HOUR },
  id_token_ip: { points: 120, seconds: 10 * MINUTE },
  inspect_link_ip: { points: 120, seconds: 10 * MINUTE },
  link_account: { points: 30, seconds: HOUR },
  nonce_account: { points: 20, seconds: HOUR },
  passkey_account: { points: 60, seconds: HOUR },
  passkey_ip: { points: 300, seconds: 15 * MINUTE },
  provider_ip: { points: 240, seconds: 10 * MINUTE },
  recovery_codes_account: { points: 10, seconds: HOUR },
  refresh_ip: { points: 600, seconds: 5 * MINUTE },
  resend_ip: { points: 30, seconds: HOUR },
  reset_ip: { points: 30, seconds: 10 * MINUTE },
  setup_ip: { points: 30, seconds: 10 * MINUTE },
  sign_up_ip: { points: 60, seconds: HOUR },
  sign_up_pair: { points: 10, seconds: 15 * MINUTE },
  text_ip: { points: 20, seconds: HOUR },
  user_account: { points: 120, seconds: HOUR },
  verify_ip: { points: 60, seconds: 10 * MINUTE },
} as const satisfies Record<string, Limit>

/**
 * Counts one use of this budget for the network or account in `key`.
 * @throws TOO_MANY_REQUESTS
 */
export function consumeBudget(
  limits: Pick<Limits, 'consume'>,
  name: keyof typeof BUDGETS,
  key: string,
): Promise<void> {
  return limits.consume(name, key, BUDGETS[name])
}
