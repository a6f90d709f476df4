-- Inserts one ticket per seat of the orders. The caller has locked the orders.
create or replace function issue_tickets(p_orders uuid[]) returns void language sql volatile
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
  insert into tickets (order_id, event_id, ticket_type_id, customer_id, ticket_number)
  select s.order_id, s.event_id, s.ticket_type_id, s.customer_id, ticket_number_of(s.n)
  from (
    select o.id as order_id, o.event_id, i.ticket_type_id, o.customer_id, nextval('ticket_numbers') as n
    from orders o join order_items i on i.order_id = o.id cross join generate_series(1, i.quantity)
    where o.id = any (p_orders)
    offset 0
  ) s
$$;
