import type { Database, Transaction } from '~/database/connect'
import { createSessionFinder } from '../sessions/caller-resolver'
import type { IdentityContext } from '../context'
import { isSecure } from '../sessions/cookie-name'

/** Whose session a request comes with, the second factor shown or not: for those few calls that somebody on the way may make. */
export interface Holder {
  userId: string
  sessionId: string
  assurance: 'aal1' | 'aal2'
  hasSecondFactor: boolean
}

/** Which session of whom asks for a change. */
export type OwnSession = Pick<Holder, 'userId' | 'sessionId'>

/** Nothing is left to show: whoever has a factor has shown it. */
export function isAssured({
  hasSecondFactor,
  assurance,
}: Pick<Holder, 'hasSecondFactor' | 'assurance'>): boolean {
  return !hasSecondFactor || assurance === 'aal2'
}

/** By cookie or bearer token. Undefined when the session is over or its person suspended. */
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
 * The same as it stands now, with the account's row held until the end of the transaction: what one person does to their ways in
 * happens one after the other. Undefined when the session ended meanwhile.
 */
export async function holdAccount(
  trx: Transaction,
  { userId, sessionId }: OwnSession,
  now: Date,
): Promise<Holder | undefined> {
  await trx.selectFrom('accounts').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  // Only now, so that it reads what whoever held the row before has written.
  const row = await liveSession(trx, sessionId, now).where('s.user_id', '=', userId).executeTakeFirst()
  return row && holderOf(row)
}

/** The same of whoever has shown the second factor, where there is one: a session of before it is nobody's. */
export async function holdAssured(trx: Transaction, own: OwnSession, now: Date): Promise<Holder | undefined> {
  const held = await holdAccount(trx, own, now)
  return held !== undefined && isAssured(held) ? held : undefined
}

function liveSession(db: Pick<Database, 'selectFrom'>, sessionId: string, now: Date) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('accounts as a', 'a.id', 's.user_id')
    .select(['s.id', 's.user_id', 's.assurance', 'a.has_second_factor'])
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
}): Holder {
  return {
    userId: row.user_id,
    sessionId: row.id,
    assurance: row.assurance === 'aal2' ? 'aal2' : 'aal1',
    hasSecondFactor: row.has_second_factor,
  }
}
