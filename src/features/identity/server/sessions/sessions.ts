import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { SESSION_DAYS } from './session-cookie'

type Handle = Pick<Transaction, 'insertInto' | 'updateTable'>

export function sessionExpiry(now: Date): Date {
  return new Date(now.getTime() + SESSION_DAYS * 24 * 60 * 60 * 1000)
}

/** How somebody proved who they are, in GoTrue's words. */
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
  /** Several when a browser is trusted besides. */
  methods: readonly AmrMethod[]
  /** Two factors at once, such as a passkey. */
  assurance?: Assurance
}

/** A new session; its id is a secret until it is sealed into the cookie or a refresh token. */
export async function openSession(
  db: Handle,
  { userId, ip, userAgent, now, methods, assurance = 'aal1' }: NewSession,
): Promise<string> {
  const row = await db
    .insertInto('sessions')
    .values({
      user_id: userId,
      created_at: now,
      last_seen_at: now,
      expires_at: sessionExpiry(now),
      ip,
      user_agent: userAgent?.slice(0, 300) ?? null,
      assurance,
      amr: JSON.stringify(methods.map((method) => amrOf(method, now))),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
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

/** Signs a person out everywhere, except in one session when it is named. Answers how many were not over. */
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

export function amrOf(method: AmrMethod, now: Date): Amr {
  return { method, timestamp: Math.floor(now.getTime() / 1000) }
}

/** The `amr` of a session that has shown this as well: each method once, the latest first. */
export function amrWith(method: AmrMethod, now: Date) {
  const shown = JSON.stringify([amrOf(method, now)])
  return sql<string>`${shown}::jsonb || coalesce((select jsonb_agg(shown) from jsonb_array_elements(amr) shown
    where shown->>'method' <> ${method}), '[]')`
}
