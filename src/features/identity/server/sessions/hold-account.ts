import type { Database, Transaction } from '~/database/connect'
import { createSessionFinder } from './caller-resolver'
import type { IdentityContext } from '../context'
import { isSecure } from './cookies'

/** The session of a request, with or without two-step verification: for the few calls that are allowed before it. */
export interface Holder {
  userId: string
  sessionId: string
  assurance: 'aal1' | 'aal2'
  hasSecondFactor: boolean
  /** Its email or phone is verified: only then it may add another sign-in method. */
  isVerified: boolean
}

/** The session that asks for a change. */
export type OwnSession = Pick<Holder, 'userId' | 'sessionId'>

/** Why an account must not add a sign-in method now, if so. Until its email or phone is verified, it may belong to someone else. */
export function refuseAdding(held: Holder): 'unassured' | 'unverified' | undefined {
  if (!isAssured(held)) return 'unassured'
  return held.isVerified ? undefined : 'unverified'
}

/** Whether the session has passed two-step verification, if the account has it. */
export function isAssured({
  hasSecondFactor,
  assurance,
}: Pick<Holder, 'hasSecondFactor' | 'assurance'>): boolean {
  return !hasSecondFactor || assurance === 'aal2'
}

/** Finds it by cookie or bearer token. Undefined when the session ended or the account is suspended. */
export async function findHolder({
  db,
  secret,
  accessTokens,
  requestHeaders,
  config,
  now,
}: Pick<IdentityContext, 'db' | 'secret' | 'accessTokens' | 'requestHeaders' | 'config' | 'now'>): Promise<
  Holder | undefined
> {
  const at = now()
  const sessionId = await createSessionFinder({ secret, accessTokens, isSecure: isSecure({ config }) })(
    requestHeaders,
    at,
  )
  if (sessionId === undefined) return undefined
  const row = await liveSession(db, sessionId, at).executeTakeFirst()
  return row && holderOf(row)
}

/**
 * Reads the session again with the account's row locked until the end of the transaction: changes of one person's sign-in methods
 * happen one after the other. Undefined when the session ended meanwhile.
 */
export async function holdAccount(
  trx: Transaction,
  { userId, sessionId }: OwnSession,
  now: Date,
): Promise<Holder | undefined> {
  await trx.selectFrom('accounts').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  // After the lock, so that it reads the writes of the previous holder.
  const row = await liveSession(trx, sessionId, now).where('s.user_id', '=', userId).executeTakeFirst()
  return row && holderOf(row)
}

/** The same; also undefined without two-step verification. */
export async function holdAssured(trx: Transaction, own: OwnSession, now: Date): Promise<Holder | undefined> {
  const held = await holdAccount(trx, own, now)
  return held !== undefined && isAssured(held) ? held : undefined
}

function liveSession(db: Pick<Database, 'selectFrom'>, sessionId: string, now: Date) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('accounts as a', 'a.id', 's.user_id')
    .select(['s.id', 's.user_id', 's.assurance', 'a.has_second_factor'])
    .select(['a.email_verified_at', 'a.phone_verified_at'])
    .where('s.id', '=', sessionId)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where((eb) => eb.or([eb('a.suspended_until', 'is', null), eb('a.suspended_until', '<=', now)]))
}

function holderOf(row: {
  id: string
  user_id: string
  assurance: string
  has_second_factor: boolean
  email_verified_at: Date | null
  phone_verified_at: Date | null
}): Holder {
  return {
    userId: row.user_id,
    sessionId: row.id,
    assurance: row.assurance === 'aal2' ? 'aal2' : 'aal1',
    hasSecondFactor: row.has_second_factor,
    isVerified: row.email_verified_at !== null || row.phone_verified_at !== null,
  }
}
