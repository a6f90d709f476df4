-- Confirms an offer with nothing to pay. Returns the order's status afterwards, `to_pay`, or null when it isn't theirs.
create or replace function accept_offer(p_order uuid, p_customer uuid) returns text language plpgsql as $$
declare
  v_order record;
begin
  select o.status, o.total_cents, o.is_offer into v_order from orders o
    where o.id = p_order and o.customer_id = p_customer for no key update;
  if v_order.status = 'reserved' and v_order.total_cents > 0 then return 'to_pay'; end if;
  if v_order.status is distinct from 'reserved' or not v_order.is_offer then return v_order.status; end if;
  perform 1 from ticket_types t
    where t.id = any (array(select i.ticket_type_id from order_items i where i.order_id = p_order))
    order by t.id for no key update;
  update orders set status = 'confirmed', confirmed_at = clock_timestamp() where id = p_order;
  update ticket_types t set quantity_held = t.quantity_held - i.quantity, quantity_sold = t.quantity_sold + i.quantity
    from order_items i where i.order_id = p_order and t.id = i.ticket_type_id;
  perform close_offers(array[p_order], 'bought');
  perform issue_tickets(array[p_order]);
  insert into order_outbox (order_id, kind) values (p_order, 'confirmed');
  return 'confirmed';
end $$;
