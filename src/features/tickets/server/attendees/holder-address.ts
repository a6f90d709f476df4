import { sql } from 'kysely'

/**
 * SQL for the email address of a ticket holder; needs `k` (tickets) and `o` (its order). A transferred ticket uses its
 * account's address, a bought one the order's. Empty when there is no address.
 */
export const holderAddress = sql<string>`
  case when k.customer_id is not distinct from o.customer_id and o.buyer_email <> '' then lower(o.buyer_email)
    else coalesce((select lower(a.email) from accounts a where a.id = k.customer_id), '') end`
