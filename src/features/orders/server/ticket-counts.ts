import { sql } from 'kysely'

/**
 * SQL that counts an order's tickets by state, as JSON; needs `o`, a row of orders. For an order without tickets, the
 * ordered quantity counts as the buyer's own, unless the order ended unpaid.
 */
export const ticketCounts = sql`(
  select json_build_object(
    'own', case when count(k.id) = 0 and o.status in ('expired', 'cancelled') then 0
      when count(k.id) = 0
      then (select coalesce(sum(i.quantity), 0) from order_items i where i.order_id = o.id)
      else count(*) filter (where k.status = 'valid' and k.customer_id is not distinct from o.customer_id) end,
    'transferred', count(*) filter (where k.status = 'valid' and k.customer_id is distinct from o.customer_id),
    'refunded', count(*) filter (where k.status = 'refunded'),
    'cancelled', count(*) filter (where k.status = 'cancelled'))
  from tickets k where k.order_id = o.id)`
