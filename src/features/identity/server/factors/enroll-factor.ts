import type { Transaction } from '~/database/connect'
import { FACTORS_MAX, type FactorKind } from '../../rules/factor'
import type { IdentityContext } from '../context'
import { seal } from '~/platform/secrets/encrypted-text'
import { lockOwnAccount, type OwnSession, findSignInMethodProblem } from '../sessions/lock-account'
import { generateTotpSecret, renderTotpQr, formatTotpUri } from './totp'
import { consumeBudget } from '../limits/action-limits'

// An unfinished enrollment expires after this time.
const UNFINISHED_MS = 10 * 60 * 1000

type Wanted = { name?: string | undefined } & (
  | { kind: 'totp'; issuer?: string | undefined }
  | { kind: 'phone'; phone: string }
  | { kind: 'webauthn' }
)

export interface Enrolled {
  id: string
  kind: FactorKind
  name: string | null
  phone: string | null
  totp: { secret: string; uri: string; qr: string } | null
}

type EnrollError =
  | 'too_many'
  | 'name_taken'
  | 'phone_taken'
  | 'no_text_messages'
  | 'unassured'
  | 'unverified'
  | 'ended'

/**
 * Adds an unverified factor and returns its secret, once. If the account has two-step verification, the session must
 * have passed it: otherwise a stolen password would be enough to add a factor. If the account has `FACTORS_MAX` factors,
 * `replacesOldest` removes the oldest unverified one. Our pages set it, because they don't show unverified factors.
 */
export async function enrollFactor(
  context: IdentityContext,
  holder: OwnSession,
  requested: Wanted,
  { replacesOldest = false } = {},
): Promise<Enrolled | EnrollError> {
  const { db, sms, secret: key, settings, limits } = context
  if (requested.kind === 'phone' && !sms.isOn) return 'no_text_messages'
  await consumeBudget(limits, 'factor_enroll_account', holder.userId)
  const now = context.now()
  const siteName = (await settings.read()).name
  const secret = generateTotpSecret()
  const made = await db.transaction().execute(async (trx) => {
    const held = await lockOwnAccount(trx, holder, now)
    if (held === undefined) return 'ended'
    const error =
      findSignInMethodProblem(held) ??
      (await ensureRoomForFactor(trx, holder.userId, requested, { now, replacesOldest }))
    if (error) return error
    const row = await trx
      .insertInto('auth_factors')
      .values({
        user_id: holder.userId,
        kind: requested.kind,
        friendly_name: requested.name ?? null,
        secret_sealed:
          requested.kind === 'totp' ? seal(secret, { secret: key, purpose: 'authenticator' }) : null,
        phone: requested.kind === 'phone' ? requested.phone : null,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id: row.id, label: await getAccountLabel(trx, holder.userId) }
  })
  if (typeof made === 'string') return made
  const enrolled = {
    id: made.id,
    kind: requested.kind,
    name: requested.name ?? null,
    phone: requested.kind === 'phone' ? requested.phone : null,
  }
  if (requested.kind !== 'totp') return { ...enrolled, totp: null }
  // A colon would end the issuer: it separates issuer and account in the otpauth URI.
  const issuer = (requested.issuer ?? siteName).replaceAll(':', ' ').trim() || 'Account'
  const uri = formatTotpUri({ secret, issuer, label: made.label })
  return { ...enrolled, totp: { secret, uri, qr: await renderTotpQr(uri) } }
}

/** Removes unverified factors that expired, and checks whether one more is allowed. */
async function ensureRoomForFactor(
  trx: Transaction,
  userId: string,
  requested: Wanted,
  { now, replacesOldest }: { now: Date; replacesOldest: boolean },
): Promise<EnrollError | undefined> {
  const before = new Date(now.getTime() - UNFINISHED_MS)
  await trx
    .deleteFrom('auth_factors')
    .where('user_id', '=', userId)
    .where('status', '=', 'unverified')
    .where((eb) =>
      eb.or([
        eb('created_at', '<', before),
        ...(requested.name === undefined ? [] : [eb('friendly_name', '=', requested.name)]),
      ]),
    )
    .execute()
  const factors = await trx
    .selectFrom('auth_factors')
    .select(['id', 'friendly_name', 'phone', 'status'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const oldest = replacesOldest ? factors.find(({ status }) => status === 'unverified') : undefined
  if (factors.length >= FACTORS_MAX && oldest === undefined) return 'too_many'
  if (factors.some((factor) => factor.friendly_name !== null && factor.friendly_name === requested.name))
    return 'name_taken'
  const hasThisPhone = factors.some(
    (factor) =>
      requested.kind === 'phone' && factor.phone === requested.phone && factor.status === 'verified',
  )
  if (hasThisPhone) return 'phone_taken'
  if (factors.length >= FACTORS_MAX && oldest !== undefined)
    await trx.deleteFrom('auth_factors').where('id', '=', oldest.id).execute()
  return undefined
}

/** Returns the account's name for the list in the authenticator app. */
async function getAccountLabel(trx: Transaction, userId: string): Promise<string> {
  const { email, phone } = await trx
    .selectFrom('accounts')
    .select(['email', 'phone'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return email ?? phone ?? userId
}
