-- Ends up to p_limit orders whose hold has expired and returns how many. Orders that are being settled are left to the
-- next run, so several processes may run this concurrently.
create or replace function expire_orders(p_limit integer) returns integer language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  v_orders uuid[];
begin
  v_orders := array(
    select o.id from orders o where o.status = 'reserved' and o.expires_at <= clock_timestamp()
    order by o.expires_at limit p_limit for no key update skip locked
  );
  if v_orders <> '{}' then perform release_orders(v_orders, 'expired', 'lapsed'); end if;
  return cardinality(v_orders);
end $$;
