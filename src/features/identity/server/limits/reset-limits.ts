import type { Limits } from '~/platform/limits/limits'
import { toKnownOriginKey, EMAIL_LIMITS_TO } from './send-limits'

/**
 * Resets the counters that would stop the owner of a deleted account from signing up again. `email` must be verified:
 * otherwise a throwaway account could reset another person’s counters. Counters of guesses and of daily emails
 * continue, so that an attacker gains nothing by creating and deleting accounts.
 */
export async function resetAccountLimits(
  limits: Limits,
  { userId, email }: { userId: string; email: string | null },
): Promise<void> {
  // Safe although this counter counts guesses, because user ids are never reused.
  await limits.reset('confirm_account', userId)
  if (email === null) return
  for (const name of EMAIL_LIMITS_TO)
    for (const key of [email, toKnownOriginKey(email)]) await limits.reset(name, key)
}
