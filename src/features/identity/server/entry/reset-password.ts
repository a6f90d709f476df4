import { SESSION_TOPIC } from '~/platform/live/live'
import type { IdentityContext } from '../context'
import { setPassword } from '../account/set-password'
import { claimAccount, Elsewhere, readElsewhere } from '../accounts/claim-account'
import { recoverJob, type Recover } from '../codes/jobs'
import { redeemToken } from '../tokens/redeem-token'
import { limitMail } from '../limits/send-limits'
import { findWeakness } from '../passwords/password-check'
import { hashPassword } from '../passwords/password-hash'
import { openFor } from '../sessions/open-for'
import type { Suspended } from '../sessions/suspension'

/** Has a link mailed when the address has an account. The same answer, and the same work here, when it has none. */
export async function requestPasswordReset(
  context: IdentityContext,
  { email, ...end }: Recover,
): Promise<void> {
  await limitMail(context, 'recover', email)
  await context.jobs.enqueue(context.db, recoverJob, { email, ...end })
}

/**
 * Sets a new password, ends every session and opens one. Reading the mail proves the address, so it counts as
 * confirmed. Undefined when the link is unknown, used or too old; 'leaked' when the password is known to thieves, and the link then stays
 * good, as it does where the answer is 'elsewhere'; whoever is suspended has a new password and no session.
 * @throws PasswordQueueFull, TOO_MANY_REQUESTS
 */
export async function resetPassword(
  context: IdentityContext,
  { token, password }: { token: string; password: string },
): Promise<{ sessionId: string } | Suspended | 'leaked' | 'elsewhere' | undefined> {
  const { caller, db, limits, live, ip } = context
  await limits.consume('reset_ip', ip, { points: 30, seconds: 600 })
  const now = context.now()
  // The link stays as good as it was.
  if ((await findWeakness(context, password)) === 'pwned') return 'leaked'
  const passwordHash = await hashPassword(password)
  const reset = await db
    .transaction()
    .execute(async (trx) => {
      const redeemed = await redeemToken(trx, { token, purposes: ['recover'], now })
      if (redeemed?.sentTo == null) return undefined
      // Cleaned of what its opener could come back with, when nobody had confirmed this address before.
      const claimed = await claimAccount(trx, { email: redeemed.sentTo, now, begins: false })
      if (claimed === 'elsewhere') throw new Elsewhere()
      if (claimed === undefined || claimed.userId !== redeemed.userId) return undefined
      const { userId } = claimed
      await setPassword(trx, context, { userId, passwordHash })
      return { userId, outcome: await openFor(trx, context, { userId, method: 'recovery' }) }
    })
    .catch(readElsewhere)
  if (reset === undefined || reset === 'elsewhere') return reset
  const signedOut = caller === null ? [] : [caller.id]
  live.publish([...new Set([reset.userId, ...signedOut])], [SESSION_TOPIC])
  return reset.outcome
}
