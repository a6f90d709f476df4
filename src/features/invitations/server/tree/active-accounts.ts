import { type RawBuilder, sql } from 'kysely'

/** 30 days count as a month. */
const ACTIVE_MS = 30 * 86_400_000

/**
 * Returns SQL that is true if the account signed in, or used an open session, within 30 days; false for a deleted
 * account. Needs `a`, a row of accounts.
 */
export function isAccountActive(now: Date): RawBuilder<boolean> {
  const since = new Date(now.getTime() - ACTIVE_MS)
  return sql`coalesce(a.last_signed_in_at > ${since}::timestamptz or exists (
    select from sessions s where s.user_id = a.id and s.ended_at is null and s.last_seen_at > ${since}::timestamptz), false)`
}

/** Returns SQL for the number of the person’s codes that have neither been used nor revoked nor expired. */
export function selectOpenCodeCount(person: RawBuilder<unknown>, now: Date): RawBuilder<number> {
  return sql`(select count(*) from invitations i where i.created_by = ${person} and i.status = 'pending'
    and (i.expires_at is null or i.expires_at > ${now}::timestamptz))`
}
