import { toAccountColumn, type Destination } from '../../rules/destination'
import type { IdentityContext } from '../context'
import { startPasswordAttempt, resetPasswordGuesses } from '../passwords/password-guesses'
import { hashPassword, needsRehash, verifyPassword } from '../passwords/password-hash'
import { recordFailure } from '../security-log/record-failure'
import { isTooManyRequests } from '~/platform/limits/limits'
import { startSession, notifyReplacedSession } from '../sessions/start-session'
import { findSuspension, type Suspended } from '../sessions/suspension'

type SignIn = Destination & {
  password: string
  /** For apps that require a verified email; our own pages show a reminder instead. */
  mustBeConfirmed?: boolean
  /** Set by our own pages, where the browser may be trusted. */
  isBrowser?: boolean
}

/**
 * Starts a session with a password. An unknown email, an account without a password and a wrong password get the same
 * response after the same work. Wrong ones are counted, see password-guesses.ts.
 * @throws PasswordQueueFull, TOO_MANY_REQUESTS
 */
export async function signInWithPassword(
  context: IdentityContext,
  { password, mustBeConfirmed = false, isBrowser = false, ...destination }: SignIn,
): Promise<{ sessionId: string } | 'wrong' | 'unconfirmed' | Suspended> {
  const { db } = context
  const [column, key] = toAccountColumn(destination)
  const account = await db
    .selectFrom('accounts')
    .select(['id', 'password_hash', 'email_verified_at', 'phone_verified_at'])
    .where(column, '=', key)
    .executeTakeFirst()
  const fail = (kind: 'sign_in_failed' | 'sign_in_blocked') =>
    recordFailure(context, {
      kind,
      destination,
      details: { methods: ['password'], reason: 'wrong_password' },
    })
  const refuse = (error: unknown): never => {
    if (isTooManyRequests(error)) fail('sign_in_blocked')
    throw error
  }
  const countWrongPassword = await startPasswordAttempt(context, { userId: account?.id, name: key }).catch(
    refuse,
  )
  const isRight = await verifyPassword(password, account?.password_hash)
  if (account === undefined || !isRight) {
    fail('sign_in_failed')
    await countWrongPassword()
    return 'wrong'
  }
  await resetPasswordGuesses(context, { userId: account.id, name: key })

  const confirmedAt = column === 'email' ? account.email_verified_at : account.phone_verified_at
  if (mustBeConfirmed && confirmedAt === null) return 'unconfirmed'

  const now = context.now()
  const checked = account.password_hash
  const renewed = checked !== null && needsRehash(checked) ? await hashPassword(password) : checked
  const outcome = await db.transaction().execute(async (trx) => {
    // Locks the account's row. An earlier suspension is found here, and a later one ends this session.
    const suspended = await findSuspension(trx, account.id, now)
    if (suspended) return suspended
    // A password reset may have replaced the verified hash. It has ended every session, so none must start after it
    // with the old password.
    const held = trx.selectFrom('accounts').select('password_hash').where('id', '=', account.id)
    if ((await held.executeTakeFirst())?.password_hash !== checked) return 'wrong' as const
    if (renewed !== checked)
      await trx.updateTable('accounts').set({ password_hash: renewed }).where('id', '=', account.id).execute()
    return {
      sessionId: await startSession(trx, context, { userId: account.id, method: 'password', isBrowser }),
    }
  })
  if (outcome !== 'wrong' && 'sessionId' in outcome) notifyReplacedSession(context)
  return outcome
}
