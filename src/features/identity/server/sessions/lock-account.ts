import type { Database, Transaction } from '~/database/connect'
import { createSessionFinder } from './caller-resolver'
import type { IdentityContext } from '../context'
import { isSecureSite } from './cookies'

/**
 * The session of a request, with or without two-step verification. Only a few calls are allowed before two-step
 * verification.
 */
export interface Holder {
  userId: string
  sessionId: string
  assurance: 'aal1' | 'aal2'
  hasSecondFactor: boolean
  /** Whether the account's email or phone is verified, as adding a sign-in method requires. */
  isVerified: boolean
}

/** The session that requests a change. */
export type OwnSession = Pick<Holder, 'userId' | 'sessionId'>

/**
 * Returns why the account must not add a sign-in method now; undefined if it may. An account without a verified email
 * or phone may belong to someone else.
 */
export function findSignInMethodProblem(held: Holder): 'unassured' | 'unverified' | undefined {
  if (!isAssured(held)) return 'unassured'
  return held.isVerified ? undefined : 'unverified'
}

/** Returns whether the session has passed two-step verification, if the account has it. */
export function isAssured({
  hasSecondFactor,
  assurance,
}: Pick<Holder, 'hasSecondFactor' | 'assurance'>): boolean {
  return !hasSecondFactor || assurance === 'aal2'
}

/** Finds the session by cookie or bearer token; undefined if it has ended or the account is suspended. */
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
  const sessionId = await createSessionFinder({ secret, accessTokens, isSecure: isSecureSite({ config }) })(
    requestHeaders,
    at,
  )
  if (sessionId === undefined) return undefined
  return excludeSuspended(await findSession(db, { sessionId }, at))
}

/**
 * Locks the account's row until the end of the transaction and reads the session again. So changes of one person's
 * sign-in methods run one after another. Returns undefined if the session ended before the lock.
 */
export async function lockOwnAccount(
  trx: Transaction,
  { userId, sessionId }: OwnSession,
  now: Date,
): Promise<Holder | undefined> {
  await trx.selectFrom('accounts').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  // Read after taking the lock, to see what its previous holder wrote.
  return excludeSuspended(await findSession(trx, { userId, sessionId }, now))
}

/** Like lockOwnAccount, but also undefined if two-step verification is required and the session hasn't passed it. */
export async function lockAssuredAccount(
  trx: Transaction,
  own: OwnSession,
  now: Date,
): Promise<Holder | undefined> {
  const held = await lockOwnAccount(trx, own, now)
  return held !== undefined && isAssured(held) ? held : undefined
}

/**
 * Runs `change` in a transaction that holds the account's row lock, unless the session ended or has not passed two-step
 * verification.
 */
export async function changeAssuredAccount<Outcome>(
  { db, now }: Pick<IdentityContext, 'db' | 'now'>,
  own: OwnSession,
  change: (trx: Transaction, held: Holder) => Promise<Outcome>,
): Promise<Outcome | 'ended' | 'unassured'> {
  return db.transaction().execute(async (trx) => {
    const held = await lockOwnAccount(trx, own, now())
    if (held === undefined) return 'ended'
    return isAssured(held) ? change(trx, held) : 'unassured'
  })
}

type Session = Holder & { isSuspended: boolean }

/** Reads a session that has not ended, and whether its account is suspended. */
export async function findSession(
  db: Pick<Database, 'selectFrom'>,
  { userId, sessionId }: { userId?: string; sessionId: string },
  now: Date,
): Promise<Session | undefined> {
  let query = db
    .selectFrom('sessions as s')
    .innerJoin('accounts as a', 'a.id', 's.user_id')
    .select(['s.id', 's.user_id', 's.assurance', 'a.has_second_factor', 'a.suspended_until'])
    .select(['a.email_verified_at', 'a.phone_verified_at'])
    .where('s.id', '=', sessionId)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', now)
  if (userId !== undefined) query = query.where('s.user_id', '=', userId)
  const row = await query.executeTakeFirst()
  return (
    row && {
      userId: row.user_id,
      sessionId: row.id,
      assurance: row.assurance === 'aal2' ? 'aal2' : 'aal1',
      hasSecondFactor: row.has_second_factor,
      isVerified: row.email_verified_at !== null || row.phone_verified_at !== null,
      isSuspended: row.suspended_until !== null && row.suspended_until > now,
    }
  )
}

function excludeSuspended(session: Session | undefined): Holder | undefined {
  return session?.isSuspended ? undefined : session
}
