import { sql } from 'kysely'

/**
 * Where whoever holds a ticket reads email; needs `k` (tickets) and `o` (its order). A ticket that was passed on is of an account; a bought
 * one goes where its order's emails went. Empty where nobody can be reached.
 */
export const holderAddress = sql<string>`
  case when k.customer_id is not distinct from o.customer_id and o.buyer_email <> '' then lower(o.buyer_email)
    else coalesce((select lower(a.email) from accounts a where a.id = k.customer_id), '') end`
