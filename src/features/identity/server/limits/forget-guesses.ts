import type { Limits } from '~/platform/limits/limits'
import { knownKey, MAIL_LIMITS_TO } from './send-limits'

/**
 * After an account is gone: the counters that are kept under its address or its id. Those of pairs with a network
 * end by themselves in minutes.
 */
export async function forgetGuesses(
  limits: Limits,
  { userId, email }: { userId: string; email: string | null },
): Promise<void> {
  for (const name of ['sign_in_email', 'confirm_account', 'code_account', ...MAIL_LIMITS_TO])
    for (const key of email === null ? [userId] : [userId, email, knownKey(email)])
      await limits.reset(name, key)
}
