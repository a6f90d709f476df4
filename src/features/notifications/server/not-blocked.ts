import { sql } from 'kysely'

/**
 * Needs `n`, a row of notifications. A block hides notifications about the other person, except bookings and settlements,
 * which still have to be ended.
 */
export const notBlocked = sql<boolean>`(n.kind like 'booking%' or n.kind like 'settlement%' or n.actor_id is null
  or not is_blocked_between(n.user_id, n.actor_id))`
