import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { type AuthFile, NO_AUTH_FILE } from '~/platform/config/auth-file'

type Handle = Pick<Transaction, 'insertInto' | 'updateTable'>

export type SessionLimits = Pick<AuthFile, 'sessionDays' | 'sessionIdleDays' | 'sessionsPerAccount'>

const DAY_MS = 24 * 60 * 60 * 1000

/** Returns the expiry of a session that is used at `now`, as SQL for a statement that names the sessions `table`. */
export function computeExpiry(
  now: Date,
  { sessionDays, sessionIdleDays }: SessionLimits,
  table: 's' | 'sessions',
): RawBuilder<Date> {
  const idle = new Date(now.getTime() + sessionIdleDays * DAY_MS)
  const createdAt = sql.ref(`${table}.created_at`)
  return sql`least(${idle}::timestamptz, ${createdAt} + make_interval(days => ${sessionDays}::int))`
}

/** A sign-in method, under GoTrue's names. */
export type AmrMethod =
  | 'password'
  | 'otp'
  | 'recovery'
  | 'invite'
  | 'oauth'
  | 'sso/saml'
  | 'passkey'
  | 'totp'
  | 'mfa/phone'
  | 'mfa/webauthn'
  | 'mfa/recovery_code'
  | 'trusted_browser'

export interface Amr {
  method: AmrMethod
  /** Seconds since 1970. */
  timestamp: number
}

export type Assurance = 'aal1' | 'aal2'

export interface NewSession {
  userId: string
  ip: string | null
  userAgent: string | null
  now: Date
  /** Two methods after two-step verification, or if a trusted browser replaces the second step. */
  methods: readonly AmrMethod[]
  /** Set when the method counts as two factors, such as a passkey. */
  assurance?: Assurance
  limits?: SessionLimits
}

/**
 * Inserts a session and ends the account's sessions beyond the limit per account. Returns its id, which is a secret
 * unless it is signed for the cookie or a refresh token.
 */
export async function insertSession(
  db: Handle,
  { userId, ip, userAgent, now, methods, assurance = 'aal1', limits = NO_AUTH_FILE }: NewSession,
): Promise<string> {
  const row = await db
    .insertInto('sessions')
    .values({
      user_id: userId,
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + Math.min(limits.sessionDays, limits.sessionIdleDays) * DAY_MS),
      ip,
      user_agent: userAgent?.slice(0, 300) ?? null,
      assurance,
      amr: JSON.stringify(methods.map((method) => toAmrEntry(method, now))),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  // Sessions without two-step verification end first, so that a stranger with only the password cannot end the owner's
  // sessions.
  await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where(
      'id',
      'in',
      sql<string>`(select id from sessions where user_id = ${userId}::uuid and ended_at is null and expires_at > ${now}
        order by id = ${row.id}::uuid desc, assurance desc, last_seen_at desc offset ${limits.sessionsPerAccount})`,
    )
    .execute()
  return row.id
}

export async function endSession(db: Handle, sessionId: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends all sessions of an account, or all but one. Returns how many had not expired. */
export async function endSessions(
  db: Handle,
  { userId, except, now }: { userId: string; except?: string | undefined; now: Date },
): Promise<number> {
  let query = db
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .returning('expires_at')
  if (except !== undefined) query = query.where('id', '!=', except)
  const ended = await query.execute()
  return ended.filter((session) => session.expires_at > now).length
}

export function toAmrEntry(method: AmrMethod, now: Date): Amr {
  return { method, timestamp: Math.floor(now.getTime() / 1000) }
}

/** Returns SQL for the `amr` of a session with this method added: each method once, the latest first. */
export function addToAmr(method: AmrMethod, now: Date) {
  const shown = JSON.stringify([toAmrEntry(method, now)])
  return sql<string>`${shown}::jsonb || coalesce((select jsonb_agg(shown) from jsonb_array_elements(amr) shown
    where shown->>'method' <> ${method}), '[]')`
}

/**
 * Returns SQL for the `retired_at` of a session whose refresh token is replaced. The column stores the ten latest
 * times.
 */
export function addToRetiredAt(now: Date) {
  return sql<Date[]>`(retired_at || ${now}::timestamptz)[greatest(1, cardinality(retired_at) - 8):]`
}
