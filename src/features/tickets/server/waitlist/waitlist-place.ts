import { sql } from 'kysely'

/**
 * SQL for the position in the waitlist, counted from 1; needs `w`, a row of waitlist_entries. Null once tickets are
 * offered.
 */
export const waitlistPosition = sql`
  case when w.status = 'waiting' then (
    select count(*)::integer from waitlist_entries b
    where b.ticket_type_id = w.ticket_type_id and b.status = 'waiting' and (b.created_at, b.id) <= (w.created_at, w.id)
  ) end`
