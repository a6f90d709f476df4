-- Refunds tickets of one order (p_tickets null: all valid ones) with their share of the fee, and subtracts them from
-- the day's sales and from the source of the sale. While a bank decides about the payment, nothing is refunded: the buyer
-- would be paid twice.
create or replace function refund_tickets(p_order uuid, p_tickets uuid[], p_reason text, p_leave_checked_in boolean)
returns table (outcome text, cents integer, tickets jsonb, is_complete boolean) language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
#variable_conflict use_column
declare
  v_now timestamptz;
  v_order record;
  v_tickets uuid[]; v_requested integer; v_checked_in integer;
  v_before bigint; v_after bigint; v_line_cents bigint; v_fee bigint;
  v_refund uuid;
  v_line record;
begin
  select o.* into v_order from orders o where o.id = p_order for no key update;
  if not found then
    return query select 'not_found', 0, '[]'::jsonb, false;
    return;
  elsif v_order.status <> 'confirmed' then
    return query select 'gone', 0, '[]'::jsonb, false;
    return;
  elsif exists (
    select from payments p join disputes d on d.payment_id = p.id
    where p.order_id = p_order and d.status in ('open', 'under_review') and not d.is_inquiry
  ) then
    return query select 'disputed', 0, '[]'::jsonb, false;
    return;
  end if;
  perform 1 from ticket_types t
    where t.id = any (array(select i.ticket_type_id from order_items i where i.order_id = p_order))
    order by t.id for no key update;
  -- A concurrent check-in locks the same rows: the first one wins, and the other sees the result.
  perform 1 from tickets k where k.order_id = p_order order by k.id for no key update;
  v_now := clock_timestamp();
  select array_agg(k.id) filter (where k.checked_in_at is null), count(*) filter (where k.checked_in_at is not null), count(*)
    into v_tickets, v_checked_in, v_requested
    from tickets k where k.order_id = p_order and k.status = 'valid' and (p_tickets is null or k.id = any (p_tickets));
  if v_checked_in > 0 and (v_tickets is null or p_tickets is not null or not p_leave_checked_in) then
    return query select 'checked_in', 0, '[]'::jsonb, false;
    return;
  elsif v_tickets is null or v_requested < (select count(distinct x) from unnest(p_tickets) x) then
    return query select 'gone', 0, '[]'::jsonb, false;
    return;
  end if;

  select sum(i.refunded_cents) into v_before from order_items i where i.order_id = p_order;
  v_after := v_before;
  for v_line in
    select i.ticket_type_id, x.seats, i.quantity_refunded, i.quantity, i.refunded_cents, i.amount_cents as money
    from (select k.ticket_type_id, count(*)::integer as seats from tickets k where k.id = any (v_tickets) group by 1) x
      join order_items i on i.order_id = p_order and i.ticket_type_id = x.ticket_type_id
    order by i.ticket_type_id
  loop
    v_line_cents := prorate(v_line.money, v_line.quantity_refunded + v_line.seats, v_line.quantity) - v_line.refunded_cents;
    v_after := v_after + v_line_cents;
    update order_items set quantity_refunded = quantity_refunded + v_line.seats, refunded_cents = refunded_cents + v_line_cents
      where order_id = p_order and ticket_type_id = v_line.ticket_type_id;
    update ticket_types set quantity_sold = quantity_sold - v_line.seats, revenue_cents = revenue_cents - v_line_cents
      where id = v_line.ticket_type_id;
  end loop;
  v_fee := refunded_fee(v_order.fee_cents, v_after, v_order.subtotal_cents + v_order.added_tax_cents)
    - refunded_fee(v_order.fee_cents, v_before, v_order.subtotal_cents + v_order.added_tax_cents);
  cents := v_after - v_before + v_fee;
  is_complete := not exists (
    select from tickets k where k.order_id = p_order and k.status = 'valid' and not k.id = any (v_tickets));
  if is_complete then
    update orders set status = 'refunded', ended_at = v_now where id = p_order;
    if v_order.promo_code_id is not null then perform release_promo_uses(array[v_order.promo_code_id]); end if;
  end if;
  if cents > 0 then
    insert into refunds (payment_id, amount_cents, fee_cents, reason)
      select p.id, cents, v_fee, p_reason from payments p where p.order_id = p_order and p.status = 'approved'
      returning id into v_refund;
    if v_refund is null then raise exception 'order % has no payment to give back', p_order; end if;
  end if;
  update tickets k set status = case when i.amount_cents > 0 then 'refunded' else 'cancelled' end, refund_id = v_refund
    from order_items i where k.id = any (v_tickets) and i.order_id = p_order and i.ticket_type_id = k.ticket_type_id;
  update ticket_transfers set status = 'withdrawn', settled_at = v_now where ticket_id = any (v_tickets) and status = 'pending';
  insert into order_outbox (order_id, kind) values (p_order, 'refunded') on conflict do nothing;
  -- After order_outbox, in the same lock order as the job that processes it.
  insert into ticket_sales (ticket_type_id, day, tickets, cents)
    select x.ticket_type_id, (v_order.confirmed_at at time zone e.timezone)::date, -x.seats, -x.cents
    from (
      select k.ticket_type_id, count(*) as seats,
             prorate(i.amount_cents, i.quantity_refunded, i.quantity)
             - prorate(i.amount_cents, i.quantity_refunded - count(*), i.quantity) as cents
      from tickets k join order_items i on i.order_id = p_order and i.ticket_type_id = k.ticket_type_id
      where k.id = any (v_tickets) group by k.ticket_type_id, i.quantity, i.amount_cents, i.quantity_refunded
    ) x, events e where e.id = v_order.event_id order by x.ticket_type_id
    on conflict (ticket_type_id, day) do update
      set tickets = ticket_sales.tickets + excluded.tickets, cents = ticket_sales.cents + excluded.cents;
  -- From the same day and source, so that the sums by source stay equal to the sales.
  insert into event_traffic (event_id, day, source, tickets)
    select e.id, (v_order.confirmed_at at time zone e.timezone)::date,
           sale_source(v_order.source, v_order.is_offer, v_order.is_comp), -cardinality(v_tickets)
    from events e where e.id = v_order.event_id
    on conflict (event_id, day, source) do update set tickets = event_traffic.tickets + excluded.tickets;
  outcome := 'refunded';
  tickets := (select jsonb_agg(jsonb_build_object('id', k.id, 'number', k.ticket_number) order by k.id) from tickets k where k.id = any (v_tickets));
  return next;
end $$;
