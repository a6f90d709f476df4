import { sql } from 'kysely'

/** SQL for the part of the payment `p` that was refunded, or that the client's bank holds or took back. */
export const returnedColumn = sql`(
  (select coalesce(sum(r.amount_cents), 0) from refunds r where r.payment_id = p.id)
  + (select coalesce(sum(d.amount_cents), 0) from disputes d
    where d.payment_id = p.id and d.status in ('open', 'under_review', 'lost') and not d.is_inquiry))::float8`
