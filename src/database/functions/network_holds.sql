-- Returns how many tickets of an event one network may hold, and how many the given networks hold unpaid, or free by
-- accounts without a verified email. Networks are null while their sum can't reach the limit.
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
