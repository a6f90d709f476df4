import { sql } from 'kysely'

/**
 * SQL that is false for notifications hidden by a block. Needs `n`, a row of notifications. Bookings and settlements
 * with a blocked person stay visible, because they still have to be ended.
 */
export const notBlocked = sql<boolean>`(n.kind like 'booking%' or n.kind like 'settlement%' or n.actor_id is null
  or not is_blocked_between(n.user_id, n.actor_id))`
