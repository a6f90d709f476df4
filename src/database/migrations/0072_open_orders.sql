-- An event cannot be held without paying: one open order per account and event, a limit on how long an account holds unpaid tickets of an
-- event, and on how many a network holds. docs/adr/0023 has the numbers; features/ticketing/server/LOCKING.md the order of locks.

-- Of holds that people had side by side before, the newest stays. Money for the others is honoured as late money.
select release_orders(array(
  select o.id from orders o where o.status = 'reserved' and not o.is_offer and exists (
    select from orders n where n.customer_id = o.customer_id and n.event_id = o.event_id and n.status = 'reserved' and not n.is_offer
      and (n.created_at, n.id) > (o.created_at, o.id))
  order by o.id for no key update), 'expired', 'lapsed');
create unique index orders_one_open on orders (customer_id, event_id) where status = 'reserved' and not is_offer;

-- The buyer's IPv4 /24 or IPv6 /48, only while the order is open.
alter table orders add column network text check (network is null or status = 'reserved');
create index orders_open_network on orders (event_id, network) where status = 'reserved' and network is not null;
create or replace function check_order_transition() returns trigger language plpgsql as $$
begin
  if not exists (select from order_transitions where from_status = old.status and to_status = new.status) then
    raise exception 'order %: % cannot become %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  new.network := null;
  return new;
end $$;

-- How many orders of one customer may use a code; null: as many as its limit allows.
alter table promo_codes add column customer_limit integer check (customer_limit > 0);

-- Customers who have held these unpaid orders for two lengths of a hold within an hour. Replacing, cancelling and letting holds expire all
-- count, so that no order of these steps holds tickets for longer.
create function held_enough(p_orders uuid[], p_hold interval, p_now timestamptz) returns uuid[] language sql stable
set enable_seqscan = off set jit = off as $$
  select array_agg(x.customer_id) from (
    select o.customer_id from orders o
    where o.id = any (p_orders) and o.created_at > p_now - interval '1 hour' and o.status in ('reserved', 'expired', 'cancelled')
    group by o.customer_id
    having sum(least(coalesce(o.ended_at, p_now), o.expires_at) - o.created_at) >= 2 * p_hold
  ) x
$$;

-- How many tickets of an event one network may hold unpaid, and how many each of these holds. No networks while all holds of the event
-- and p_more together are fewer.
create function network_holds(p_event uuid, p_networks text[], p_more bigint)
returns table (most integer, networks text[], held integer[]) language plpgsql stable
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  v_held bigint;
begin
  select greatest(20, sum(t.quantity_total) / 5), sum(t.quantity_held) into most, v_held from ticket_types t where t.event_id = p_event;
  if v_held + p_more > most then
    select array_agg(x.network), array_agg((
        select coalesce(sum(i.quantity), 0) from orders o join order_items i on i.order_id = o.id
        where o.event_id = p_event and o.network = x.network and o.status = 'reserved'
      )) into networks, held
      from (select distinct y as network from unnest(p_networks) y where y is not null) x;
  end if;
  return next;
end $$;
