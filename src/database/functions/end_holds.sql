-- Ends every hold of an event that is cancelled or moved and returns how many. Customers with an offer wait again. A
-- concurrent sale has locked its ticket types first: either the second query finds its order, or the sale waits for
-- this transaction and sees the changed event.
create or replace function end_holds(p_event uuid) returns integer language plpgsql as $$
declare
  v_orders uuid[];
begin
  v_orders := array(
    select o.id from orders o where o.event_id = p_event and o.status = 'reserved' order by o.id for no key update);
  perform 1 from ticket_types t where t.event_id = p_event order by t.id for no key update;
  -- Locked after the ticket types, so this doesn't wait: payments are holding the other orders.
  v_orders := v_orders || array(
    select o.id from orders o where o.event_id = p_event and o.status = 'reserved' and not o.id = any (v_orders)
    for no key update skip locked);
  if v_orders <> '{}' then perform release_orders(v_orders, 'cancelled', 'waiting'); end if;
  return cardinality(v_orders);
end $$;
