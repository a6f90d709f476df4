import type { Database } from '~/database/connect'
import { isId } from '~/lib/ids'
import { type FactorKind, maskPhone } from '../../rules/factor'
import type { IdentityContext } from '../context'
import { findHolder, isAssured } from '../sessions/lock-account'
import { countRecoveryCodes } from './recovery-codes'
import { isBrowserTrusted } from '../sessions/trusted-browser'

/** Returns verified factors, oldest first. */
async function findFactors(db: Database, userId: string) {
  const rows = await db
    .selectFrom('auth_factors')
    .select(['id', 'kind', 'friendly_name', 'phone', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .where('status', '=', 'verified')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as FactorKind,
    name: row.friendly_name,
    phone: row.phone === null ? null : maskPhone(row.phone),
    addedAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  }))
}

export async function listFactors(context: IdentityContext, userId: string) {
  const { db, sms, requestHeaders: headers } = context
  const now = context.now()
  const [factors, trusted, isThisBrowserTrusted] = await Promise.all([
    findFactors(db, userId),
    db
      .selectFrom('trusted_browsers')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow(),
    isBrowserTrusted(db, { userId, headers, now }),
  ])
  return { factors, hasTextMessages: sms.isOn, trustedBrowsers: trusted.count, isThisBrowserTrusted }
}

/** Returns the factors that can complete two-step verification of the session, or null when it is complete. */
export async function findPendingVerification(context: IdentityContext) {
  const holder = await findHolder(context)
  if (holder === undefined || isAssured(holder)) return null
  const { db } = context
  const [person, factors, codes, passkey] = await Promise.all([
    db.selectFrom('profiles').select('full_name').where('id', '=', holder.userId).executeTakeFirst(),
    findFactors(db, holder.userId),
    countRecoveryCodes(db, holder.userId),
    db.selectFrom('passkeys').select('id').where('user_id', '=', holder.userId).limit(1).executeTakeFirst(),
  ])
  return {
    fullName: person?.full_name ?? '',
    factors: factors.map(({ id, kind, name, phone }) => ({ id, kind, name, phone })),
    hasRecoveryCodes: codes.left > 0,
    hasPasskeys: passkey !== undefined,
  }
}

export async function isUnverifiedFactor(
  db: Pick<Database, 'selectFrom'>,
  { userId, factorId }: { userId: string; factorId: string },
): Promise<boolean> {
  if (!isId(factorId)) return false
  const factor = await db
    .selectFrom('auth_factors')
    .select('id')
    .where('id', '=', factorId)
    .where('user_id', '=', userId)
    .where('status', '=', 'unverified')
    .executeTakeFirst()
  return factor !== undefined
}
