import type { Limits } from '~/platform/limits/limits'
import { knownKey, MAIL_LIMITS_TO } from './send-limits'

/**
 * After an account is gone: the counters that would keep whoever had it from beginning anew at once. `email` is one that they proved
 * to read; with any other a throw-away account would give back what is counted there. Guesses and the mails of a day are counted
 * on in any case: an account that is made and deleted in turns gives nobody more of them.
 */
export async function resetAccountLimits(
  limits: Limits,
  { userId, email }: { userId: string; email: string | null },
): Promise<void> {
  // Nobody has this id again.
  await limits.reset('confirm_account', userId)
  if (email === null) return
  for (const name of MAIL_LIMITS_TO) for (const key of [email, knownKey(email)]) await limits.reset(name, key)
}
