import { SESSION_TOPIC } from '~/platform/live/live'
import type { IdentityContext } from '../context'
import { assuranceOf } from '../sessions/trusted-browser'
import { countGuess, forgiveGuesses } from '../passwords/password-guesses'
import { hashPassword, needsRehash, verifyPassword } from '../passwords/password-hash'
import { endSession, openSession } from '../sessions/sessions'
import { findSuspension, type Suspended } from '../sessions/suspension'

type SignIn = ({ email: string; phone?: undefined } | { email?: undefined; phone: string }) & {
  password: string
  /** Apps that wait for a confirmed address; our own pages remind of it instead. */
  mustBeConfirmed?: boolean
  /** Our own pages, in a browser that may be trusted. */
  isBrowser?: boolean
}

/**
 * A session for whoever knows the password. An unknown address, an account without a password and a wrong password get
 * the same answer after the same work. Guesses are counted so that strangers can shut out only strangers, see password-guesses.ts.
 * @throws PasswordQueueFull, TOO_MANY_REQUESTS
 */
export async function signIn(
  context: IdentityContext,
  { password, mustBeConfirmed = false, isBrowser = false, ...who }: SignIn,
): Promise<{ sessionId: string } | 'wrong' | 'unconfirmed' | Suspended> {
  const { db, live, ip, caller, requestHeaders } = context
  const [column, key] =
    who.email === undefined ? (['phone', who.phone] as const) : (['email', who.email] as const)
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'password_hash', 'email_verified_at', 'phone_verified_at'])
    .where(column, '=', key)
    .executeTakeFirst()
  const countMiss = await countGuess(context, { userId: account?.id, name: key })
  const isRight = await verifyPassword(password, account?.password_hash)
  if (account === undefined || !isRight) {
    await countMiss()
    return 'wrong'
  }
  await forgiveGuesses(context, { userId: account.id, name: key })

  const confirmedAt = column === 'email' ? account.email_verified_at : account.phone_verified_at
  if (mustBeConfirmed && confirmedAt === null) return 'unconfirmed'

  const now = context.now()
  const checked = account.password_hash
  const renewed = checked !== null && needsRehash(checked) ? await hashPassword(password) : checked
  const outcome = await db.transaction().execute(async (trx) => {
    // The row is held from here: a suspension that comes now ends this session too, and one that came before is seen.
    const suspended = await findSuspension(trx, account.id, now)
    if (suspended) return suspended
    // The hash that was checked must still be the one in force: a reset that came in between has ended every session,
    // and this one must not slip through behind it.
    const held = await trx
      .updateTable('accounts')
      .set({ last_signed_in_at: now, password_hash: renewed })
      .where('id', '=', account.id)
      .where('password_hash', '=', checked)
      .executeTakeFirst()
    if (held.numUpdatedRows === 0n) return 'wrong' as const
    if (caller !== null) await endSession(trx, caller.sessionId, now)
    const userAgent = requestHeaders.get('user-agent')
    const userId = account.id
    const { methods, assurance } = isBrowser
      ? await assuranceOf(trx, { userId, headers: requestHeaders, now })
      : { methods: [], assurance: 'aal1' as const }
    return {
      sessionId: await openSession(trx, {
        userId,
        ip,
        userAgent,
        now,
        methods: ['password', ...methods],
        assurance,
      }),
    }
  })
  if (caller !== null && outcome !== 'wrong' && 'sessionId' in outcome)
    live.publish([caller.id], [SESSION_TOPIC])
  return outcome
}
