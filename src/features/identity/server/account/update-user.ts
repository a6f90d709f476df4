import { SESSION_TOPIC } from '~/platform/live/live'
import type { LinkEnd, PhoneCode } from '../codes/jobs'
import { limitText } from '../limits/send-limits'
import type { IdentityContext } from '../context'
import { holdAssured } from '../factors/holder'
import { countGuess, forgiveGuesses } from '../passwords/password-guesses'
import { hashPassword, verifyPassword } from '../passwords/password-hash'
import { beginEmailChange, isOwnEmail, limitEmailChange } from './change-email'
import { beginPhoneChange, isOwnPhone } from './change-phone'
import { mergeMetadata } from './merge-metadata'
import { proveByNonce } from '../proof/prove-by-nonce'
import { setPassword } from './set-password'

/** Whoever signed in so lately has shown who they are. */
const FRESH_MS = 24 * 60 * 60 * 1000

interface Asking {
  userId: string
  sessionId: string
  createdAt: Date
}

/** What an app changes of whoever is signed in there. What is absent stays. */
export interface UserChange {
  email: string | undefined
  phone: string | undefined
  channel: PhoneCode['channel']
  /** Strong enough. */
  password: string | undefined
  data: Readonly<Record<string, unknown>> | undefined
  /** Where the links of the mails end. */
  end: LinkEnd
}

/**
 * Before a new password: where the house asks for it, the digits of `reauthenticate` from whoever did not sign in within a day. The
 * password that counts now does as well, and when it is shown it must be right.
 * @throws PasswordQueueFull, TOO_MANY_REQUESTS
 */
export async function proveForPassword(
  context: IdentityContext,
  { userId, createdAt }: Asking,
  { currentPassword, nonce }: { currentPassword: string | undefined; nonce: string | undefined },
): Promise<'proven' | 'missing' | 'wrong'> {
  if (currentPassword !== undefined) {
    const account = await findAccount(context, userId)
    const countMiss = await countGuess(context, { userId }, 'inside')
    if (await verifyPassword(currentPassword, account?.password_hash ?? null)) {
      await forgiveGuesses(context, { userId }, 'inside')
      return 'proven'
    }
    await countMiss()
    return 'wrong'
  }
  const isFresh = context.now().getTime() - createdAt.getTime() < FRESH_MS
  if (!context.config.auth.reauthenticateForPassword || isFresh) return 'proven'
  if (nonce === undefined || nonce === '') return 'missing'
  return (await proveByNonce(context, { userId, nonce })) ? 'proven' : 'wrong'
}

/** Without what is so already: an app that sends a whole form is sent no mail for it. */
export async function withoutWhatIs(
  context: Pick<IdentityContext, 'db'>,
  userId: string,
  change: UserChange,
): Promise<UserChange> {
  const { db } = context
  const { email, phone } = change
  const isEmail = email !== undefined && (await isOwnEmail(db, { userId, email }))
  const isPhone = phone !== undefined && (await isOwnPhone(db, { userId, phone }))
  return { ...change, email: isEmail ? undefined : email, phone: isPhone ? undefined : phone }
}

/** Before address and number are asked. @throws TOO_MANY_REQUESTS */
export async function limitUserChange(
  context: IdentityContext,
  userId: string,
  { email, phone }: Pick<UserChange, 'email' | 'phone'>,
): Promise<void> {
  if (email !== undefined) await limitEmailChange(context, { userId, email })
  if (phone !== undefined) await limitText(context, phone)
}

/**
 * All of it or nothing, by the session that asks as long as it lives. A new password ends the others.
 * @throws PasswordQueueFull, TOO_MANY_REQUESTS
 */
export async function updateUser(
  context: IdentityContext,
  { userId, sessionId }: Asking,
  { email, phone, channel, password, data, end }: UserChange,
): Promise<'updated' | 'ended' | 'same_password' | 'too_large' | 'bad_name'> {
  const { db, live } = context
  const now = context.now()
  const stored = (await findAccount(context, userId))?.password_hash ?? null
  // What is set says whether it was the password already: a guess, unless it comes to be the password.
  const isGuess = password !== undefined && stored !== null
  const countMiss = isGuess ? await countGuess(context, { userId }, 'inside') : undefined
  if (isGuess && (await verifyPassword(password, stored))) return 'same_password'
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  const outcome = await db.transaction().execute(async (trx) => {
    const held = await holdAssured(trx, { userId, sessionId }, now)
    if (held === undefined) return 'ended'
    // First, since it alone can refuse.
    if (data !== undefined) {
      const merged = await mergeMetadata(trx, { userId, data, now })
      if (merged !== 'merged') return merged
    }
    if (passwordHash !== undefined)
      await setPassword(trx, context, { userId, passwordHash, keepSession: sessionId })
    if (email !== undefined) await beginEmailChange(trx, context, { userId, email, end })
    if (phone !== undefined) await beginPhoneChange(trx, context, { userId, phone, channel })
    return 'updated'
  })
  if (outcome !== 'updated') await countMiss?.()
  else if (isGuess) await forgiveGuesses(context, { userId }, 'inside')
  if (outcome === 'updated') live.publish([userId], [SESSION_TOPIC])
  return outcome
}

function findAccount({ db }: Pick<IdentityContext, 'db'>, userId: string) {
  return db.selectFrom('accounts').select('password_hash').where('id', '=', userId).executeTakeFirst()
}
