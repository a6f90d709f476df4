-- Customers who have held these unpaid orders for twice the hold time within an hour. Replaced, cancelled and expired
-- holds all count, so that combining them doesn't hold tickets any longer.
create or replace function hold_limit_reached(p_orders uuid[], p_hold interval, p_now timestamptz) returns uuid[] language sql stable
set enable_seqscan = off set jit = off as $$
  select array_agg(x.customer_id) from (
    select o.customer_id from orders o
    where o.id = any (p_orders) and o.created_at > p_now - interval '1 hour' and o.status in ('reserved', 'expired', 'cancelled')
    group by o.customer_id
    having sum(least(coalesce(o.ended_at, p_now), o.expires_at) - o.created_at) >= 2 * p_hold
  ) x
$$;
