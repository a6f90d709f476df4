import { SESSION_TOPIC } from '~/platform/live/live'
import type { LinkTarget, PhoneCode } from '../email-and-sms/jobs'
import type { IdentityContext } from '../context'
import { lockAssuredAccount, type OwnSession } from '../sessions/lock-account'
import { startPasswordAttempt, resetPasswordGuesses } from '../passwords/password-guesses'
import { hashPassword, verifyPassword } from '../passwords/password-hash'
import { isOwnContact, limitContactChange, startContactChange } from '../contacts/change-contact'
import { mergeMetadata } from './merge-metadata'
import { setPassword } from '../passwords/set-password'

/** What an app changes about the signed-in user. Absent fields stay as they are. */
export interface UserChange {
  email: string | undefined
  phone: string | undefined
  channel: PhoneCode['channel']
  /** The new password, already checked for strength. */
  password: string | undefined
  data: Readonly<Record<string, unknown>> | undefined
  /** The target of the links in the emails. */
  linkTarget: LinkTarget
}

/** Drops an email and phone that the account already has, because an app may submit its whole form. */
export async function dropUnchangedContacts(
  context: Pick<IdentityContext, 'db'>,
  userId: string,
  change: UserChange,
): Promise<UserChange> {
  const { db } = context
  const { email, phone } = change
  const isEmail = email !== undefined && (await isOwnContact(db, { userId, kind: 'email', to: email }))
  const isPhone = phone !== undefined && (await isOwnContact(db, { userId, kind: 'phone', to: phone }))
  return { ...change, email: isEmail ? undefined : email, phone: isPhone ? undefined : phone }
}

/**
 * Applies the limits to the emails and text messages that the change will send.
 * @throws TOO_MANY_REQUESTS
 */
export async function limitUserChange(
  context: IdentityContext,
  userId: string,
  { email, phone }: Pick<UserChange, 'email' | 'phone'>,
): Promise<void> {
  if (email !== undefined) await limitContactChange(context, { userId, kind: 'email', to: email })
  if (phone !== undefined) await limitContactChange(context, { userId, kind: 'phone', to: phone })
}

/**
 * Applies the full change or nothing, while the caller's session is live. A new password ends all other sessions.
 * @throws PasswordQueueFull, TOO_MANY_REQUESTS
 */
export async function updateUser(
  context: IdentityContext,
  { userId, sessionId }: OwnSession,
  { email, phone, channel, password, data, linkTarget }: UserChange,
): Promise<'updated' | 'ended' | 'same_password' | 'too_large' | 'bad_name'> {
  const { db, live } = context
  const now = context.now()
  const stored = (await findAccount(context, userId))?.password_hash ?? null
  // The error same_password reveals the current password. So each attempt counts as a password guess, unless the
  // change succeeds.
  const isGuess = password !== undefined && stored !== null
  const countWrongPassword = isGuess ? await startPasswordAttempt(context, { userId }, 'confirm') : undefined
  if (isGuess && (await verifyPassword(password, stored))) return 'same_password'
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  const outcome = await db.transaction().execute(async (trx) => {
    const held = await lockAssuredAccount(trx, { userId, sessionId }, now)
    if (held === undefined) return 'ended'
    // Metadata is merged first, because only this step can refuse the change.
    if (data !== undefined) {
      const merged = await mergeMetadata(trx, { userId, data, now })
      if (merged !== 'merged') return merged
    }
    if (passwordHash !== undefined)
      await setPassword(trx, context, { userId, passwordHash, keepSession: sessionId })
    if (email !== undefined)
      await startContactChange(trx, context, { userId, kind: 'email', to: email, linkTarget })
    if (phone !== undefined)
      await startContactChange(trx, context, { userId, kind: 'phone', to: phone, channel })
    return 'updated'
  })
  if (outcome !== 'updated') await countWrongPassword?.()
  else if (isGuess) await resetPasswordGuesses(context, { userId }, 'confirm')
  if (outcome === 'updated') live.publish([userId], [SESSION_TOPIC])
  return outcome
}

function findAccount({ db }: Pick<IdentityContext, 'db'>, userId: string) {
  return db.selectFrom('accounts').select('password_hash').where('id', '=', userId).executeTakeFirst()
}
