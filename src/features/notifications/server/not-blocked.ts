import { sql } from 'kysely'

/**
 * Needs `n`, a row of notifications. What somebody did leaves the bell when a block comes between the two; a booking goes on
 * being told of, since it has to be ended.
 */
export const notBlocked = sql<boolean>`(n.kind like 'booking%' or n.actor_id is null
  or not is_blocked_between(n.user_id, n.actor_id))`
