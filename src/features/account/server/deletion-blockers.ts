import { sql } from 'kysely'
import { getEventEndSql } from '~/features/events/server/public'
import type { Database } from '~/database/connect'

/** An event of the organizer that is not over, or whose money isn't settled. */
export interface Organized {
  id: string
  title: string
  startsAt: Date
  timezone: string
  /** Whether the event is over but its money isn't settled. */
  isUnsettled: boolean
}

/**
 * Returns the person's events that block the deletion, soonest first: upcoming published or postponed ones, because ticket holders need
 * an organizer, and past ones whose money isn't settled, because their DJs would never be paid.
 */
export async function findBlockingEvents(db: Database, id: string, now: Date): Promise<Organized[]> {
  const { rows } = await sql<Organized>`
    select id, title, event_date as "startsAt", timezone, not is_upcoming as "isUnsettled" from events
      cross join lateral (
        select event_status in ('published', 'postponed') and ${getEventEndSql('events')} > ${now}::timestamptz as is_upcoming
      ) x
    where organizer_id = ${id}::uuid and (is_upcoming
      or (select sum(d.amount) from ledger_days d where d.event_id = events.id and d.account = 'organizer') <> 0
        and not exists (select from settlements s where s.event_id = events.id))
    order by event_date, id`.execute(db)
  return rows
}

/**
 * Returns whether a person is an admin, and whether they are the last one. Other admins who are suspended don't
 * count, since they can't appoint another admin.
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
