import { sql } from 'kysely'
import { eventEndIn } from '~/features/events/server/public'
import type { Database } from '~/database/connect'

/** An event to come that somebody organizes. */
export interface Organized {
  id: string
  title: string
  startsAt: Date
  /** Of the place. */
  timezone: string
}

/** Events to come that are published or postponed, the next one first: others hold tickets, and somebody has to answer for them. */
export async function findEventsInTheWay(db: Database, id: string, now: Date): Promise<Organized[]> {
  const { rows } = await sql<Organized>`
    select id, title, event_date as "startsAt", timezone from events
    where organizer_id = ${id}::uuid and event_status in ('published', 'postponed') and ${eventEndIn('events')} > ${now}::timestamptz
    order by event_date, id`.execute(db)
  return rows
}

/** Nobody else would be there who may give that role: those who are suspended may not. */
export async function findAdmin(db: Database, id: string): Promise<{ isAdmin: boolean; isLast: boolean }> {
  const { rows } = await sql<{ isAdmin: boolean; hasOther: boolean }>`
    select coalesce(bool_or(r.user_id = ${id}::uuid), false) as "isAdmin",
      coalesce(bool_or(r.user_id <> ${id}::uuid and not is_suspended(r.user_id)), false) as "hasOther"
    from user_roles r where r.role = 'admin'`.execute(db)
  const { isAdmin = false, hasOther = false } = rows[0] ?? {}
  return { isAdmin, isLast: isAdmin && !hasOther }
}
