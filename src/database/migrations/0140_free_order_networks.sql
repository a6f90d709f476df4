-- Free tickets sell out to neither one account nor one network: a mixed order counts towards the 10 free tickets of a type, and the limit of a
-- network includes the free orders of accounts without a verified email. docs/adr/0023.

-- The buyer's network, also of confirmed orders with nothing to pay; erased when the order ends, its account verifies its email, or the event is over.
do $$
begin
  execute (
    select format('alter table orders drop constraint %I', c.conname) from pg_constraint c
    where c.conrelid = 'orders'::regclass and c.contype = 'c' and pg_get_constraintdef(c.oid) like '%network%');
end $$;
alter table orders add constraint orders_network_check
  check (network is null or status = 'reserved' or (status = 'confirmed' and subtotal_cents = 0));
create index orders_free_network on orders (event_id, network) where status = 'confirmed' and network is not null;

-- As in 0072, and: also counts the free tickets of accounts without a verified email.
create or replace function network_holds(p_event uuid, p_networks text[], p_more bigint)
returns table (most integer, networks text[], held integer[]) language plpgsql stable
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  v_held bigint;
begin
  select greatest(20, sum(t.quantity_total) / 5), sum(t.quantity_held) into most, v_held from ticket_types t where t.event_id = p_event;
  if v_held + p_more > most
    or exists (select from orders o where o.event_id = p_event and o.status = 'confirmed' and o.network is not null) then
    select array_agg(x.network), array_agg((
        select coalesce(sum(i.quantity), 0) from orders o join order_items i on i.order_id = o.id
        where o.event_id = p_event and o.network = x.network and o.status = 'reserved'
      ) + (
        select coalesce(sum(i.quantity - i.quantity_refunded), 0) from orders o
          join accounts a on a.id = o.customer_id and a.email_verified_at is null join order_items i on i.order_id = o.id
        where o.event_id = p_event and o.network = x.network and o.status = 'confirmed'
      )) into networks, held
      from (select distinct y as network from unnest(p_networks) y where y is not null) x;
  end if;
  return next;
end $$;
