import { sql } from 'kysely'
import { getEventEndSql } from '~/features/events/server/public'
import type { Database } from '~/database/connect'

/** An upcoming event that the person organizes. */
export interface Organized {
  id: string
  title: string
  startsAt: Date
  timezone: string
}

/**
 * Returns the person's upcoming published or postponed events, soonest first. They block the deletion, because ticket
 * holders need an organizer.
 */
export async function findBlockingEvents(db: Database, id: string, now: Date): Promise<Organized[]> {
  const { rows } = await sql<Organized>`
    select id, title, event_date as "startsAt", timezone from events
    where organizer_id = ${id}::uuid and event_status in ('published', 'postponed') and ${getEventEndSql('events')} > ${now}::timestamptz
    order by event_date, id`.execute(db)
  return rows
}

/**
 * Returns whether a person is an admin, and the last one. Suspended admins don't count, since they can't appoint
 * another.
 */
export async function getAdminStatus(
  db: Database,
  id: string,
): Promise<{ isAdmin: boolean; isLast: boolean }> {
  const { rows } = await sql<{ isAdmin: boolean; hasOther: boolean }>`
    select coalesce(bool_or(r.user_id = ${id}::uuid), false) as "isAdmin",
      coalesce(bool_or(r.user_id <> ${id}::uuid and not is_suspended(r.user_id)), false) as "hasOther"
    from user_roles r where r.role = 'admin'`.execute(db)
  const { isAdmin = false, hasOther = false } = rows[0] ?? {}
  return { isAdmin, isLast: isAdmin && !hasOther }
}
