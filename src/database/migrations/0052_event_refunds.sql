-- Tickets go back, are given away, or are offered to whoever waits; with the locks and the rules of money of 0046.

-- Takes tickets of a confirmed order back and returns their money. p_tickets null: all that are still valid; where p_leave_checked_in,
-- those that are in stay. Otherwise one that is in refuses the whole. Answers not_found, checked_in, gone (one of them is not valid, or none
-- is left) or refunded, with the cents that go back and the tickets ({id, number}).
create function refund_tickets(p_order uuid, p_tickets uuid[], p_reason text, p_leave_checked_in boolean)
returns table (outcome text, cents integer, tickets jsonb, is_whole boolean) language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
#variable_conflict use_column
declare
  v_now timestamptz;
  v_order record;
  v_tickets uuid[];
  v_wanted integer;
  v_checked_in integer;
  v_before bigint;
  v_after bigint;
  v_line_cents bigint;
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
  end if;
  perform 1 from ticket_types t
    where t.id = any (array(select i.ticket_type_id from order_items i where i.order_id = p_order))
    order by t.id for no key update;
  -- A door that lets one in at this moment holds its row: whoever is first wins, and the other sees it.
  perform 1 from tickets k where k.order_id = p_order order by k.id for no key update;
  v_now := clock_timestamp();
  select array_agg(k.id) filter (where k.checked_in_at is null), count(*) filter (where k.checked_in_at is not null), count(*)
    into v_tickets, v_checked_in, v_wanted
    from tickets k where k.order_id = p_order and k.status = 'valid' and (p_tickets is null or k.id = any (p_tickets));
  if v_checked_in > 0 and (v_tickets is null or p_tickets is not null or not p_leave_checked_in) then
    return query select 'checked_in', 0, '[]'::jsonb, false;
    return;
  elsif v_tickets is null or v_wanted < (select count(distinct x) from unnest(p_tickets) x) then
    return query select 'gone', 0, '[]'::jsonb, false;
    return;
  end if;

  select sum(i.refunded_cents) into v_before from order_items i where i.order_id = p_order;
  v_after := v_before;
  for v_line in
    select i.ticket_type_id, x.seats, i.quantity_refunded, i.quantity, i.refunded_cents, i.quantity * i.unit_cents - i.discount_cents as money
    from (select k.ticket_type_id, count(*)::integer as seats from tickets k where k.id = any (v_tickets) group by 1) x
      join order_items i on i.order_id = p_order and i.ticket_type_id = x.ticket_type_id
    order by i.ticket_type_id
  loop
    v_line_cents := share_of(v_line.money, v_line.quantity_refunded + v_line.seats, v_line.quantity) - v_line.refunded_cents;
    v_after := v_after + v_line_cents;
    update order_items set quantity_refunded = quantity_refunded + v_line.seats, refunded_cents = refunded_cents + v_line_cents
      where order_id = p_order and ticket_type_id = v_line.ticket_type_id;
    update ticket_types set quantity_sold = quantity_sold - v_line.seats, revenue_cents = revenue_cents - v_line_cents
      where id = v_line.ticket_type_id;
  end loop;
  cents := v_after - v_before
    + share_of(v_order.fee_cents, v_after, v_order.subtotal_cents) - share_of(v_order.fee_cents, v_before, v_order.subtotal_cents);
  is_whole := not exists (
    select from tickets k where k.order_id = p_order and k.status = 'valid' and not k.id = any (v_tickets));
  if is_whole then
    update orders set status = 'refunded', ended_at = v_now where id = p_order;
    if v_order.promo_code_id is not null then perform give_back_uses(array[v_order.promo_code_id]); end if;
  end if;
  if cents > 0 then
    insert into refunds (payment_id, amount_cents, reason)
      select p.id, cents, p_reason from payments p where p.order_id = p_order and p.status = 'approved'
      returning id into v_refund;
    if v_refund is null then raise exception 'order % has no payment to give back', p_order; end if;
  end if;
  update tickets k set status = case when i.quantity * i.unit_cents > i.discount_cents then 'refunded' else 'cancelled' end, refund_id = v_refund
    from order_items i where k.id = any (v_tickets) and i.order_id = p_order and i.ticket_type_id = k.ticket_type_id;
  update ticket_transfers set status = 'withdrawn', settled_at = v_now where ticket_id = any (v_tickets) and status = 'pending';
  insert into order_notices (order_id, kind) values (p_order, 'refunded') on conflict do nothing;
  -- After the notice, as whoever hands notices over does.
  insert into ticket_sales (ticket_type_id, day, tickets, cents)
    select x.ticket_type_id, (v_order.confirmed_at at time zone e.timezone)::date, -x.seats, -x.cents
    from (
      select k.ticket_type_id, count(*) as seats,
             share_of(i.quantity * i.unit_cents - i.discount_cents, i.quantity_refunded, i.quantity)
             - share_of(i.quantity * i.unit_cents - i.discount_cents, i.quantity_refunded - count(*), i.quantity) as cents
      from tickets k join order_items i on i.order_id = p_order and i.ticket_type_id = k.ticket_type_id
      where k.id = any (v_tickets) group by k.ticket_type_id, i.quantity, i.unit_cents, i.discount_cents, i.quantity_refunded
    ) x, events e where e.id = v_order.event_id order by x.ticket_type_id
    on conflict (ticket_type_id, day) do update
      set tickets = ticket_sales.tickets + excluded.tickets, cents = ticket_sales.cents + excluded.cents;
  outcome := 'refunded';
  tickets := (select jsonb_agg(jsonb_build_object('id', k.id, 'number', k.ticket_number) order by k.id) from tickets k where k.id = any (v_tickets));
  return next;
end $$;

-- Tickets that the organizer gives away: an order of its own without a price. Whoever waits in line does not count: the organizer decides.
-- Answers given, sold_out, not_found (no such type of this event) or event_off (a draft, cancelled or over).
create function give_tickets(p_event uuid, p_type uuid, p_quantity integer, p_name text, p_email text, p_customer uuid)
returns table (outcome text, order_id uuid) language plpgsql as $$
#variable_conflict use_column
declare
  v_now timestamptz;
  v_free integer;
  v_order uuid := new_id();
begin
  select t.quantity_total - t.quantity_sold - t.quantity_held into v_free
    from ticket_types t where t.id = p_type and t.event_id = p_event for no key update;
  if not found then
    return query select 'not_found', null::uuid;
    return;
  end if;
  v_now := clock_timestamp();
  if not exists (
    select from events e where e.id = p_event and e.event_status in ('published', 'postponed')
      and (e.event_status = 'postponed' or coalesce(e.ends_at, e.event_date + interval '12 hours') > v_now)
  ) then
    return query select 'event_off', null::uuid;
    return;
  elsif v_free < p_quantity then
    return query select 'sold_out', null::uuid;
    return;
  end if;
  insert into orders (id, customer_id, event_id, client_key, status, buyer_name, buyer_email, subtotal_cents, fee_basis_points, fee_cents,
                      expires_at, created_at, confirmed_at, is_comp)
    values (v_order, p_customer, p_event, gen_random_uuid(), 'confirmed', p_name, p_email, 0, 0, 0, v_now, v_now, v_now, true);
  insert into order_items (order_id, ticket_type_id, quantity, unit_cents) values (v_order, p_type, p_quantity, 0);
  update ticket_types set quantity_sold = quantity_sold + p_quantity where id = p_type;
  perform issue_tickets(array[v_order]);
  insert into order_notices (order_id, kind) values (v_order, 'confirmed');
  return query select 'given', v_order;
end $$;

-- Offers what is free of a ticket type to whoever waits longest: a held order each. Where the sale is over, or the event is off, nobody
-- waits any more. Answers the entries that were offered something.
create function offer_waitlist(p_type uuid, p_hold interval, p_fee_points integer, p_can_pay boolean, p_limit integer)
returns table (entry_id uuid, order_id uuid, customer_id uuid) language plpgsql as $$
#variable_conflict use_column
declare
  v_now timestamptz;
  v_type record;
  v_event record;
  v_entry record;
  v_free integer;
  v_subtotal integer;
begin
  select t.* into v_type from ticket_types t where t.id = p_type for no key update;
  if not found then return; end if;
  v_now := clock_timestamp();
  select e.event_status, e.is_public, coalesce(e.ends_at, e.event_date) <= v_now and e.event_status <> 'postponed' as is_over
    into v_event from events e where e.id = v_type.event_id;
  -- The sale of a postponed night ends later than it says, once the night has its date.
  if v_event.event_status = 'cancelled' or v_event.is_over or (v_type.sale_ends_at <= v_now and v_event.event_status <> 'postponed') then
    update waitlist_entries set status = 'over', ended_at = v_now where id in (
      select w.id from waitlist_entries w where w.ticket_type_id = p_type and w.status = 'waiting' order by w.created_at, w.id limit p_limit);
    return;
  end if;
  if v_event.event_status <> 'published' or not v_event.is_public or v_type.sale_starts_at > v_now
     or (v_type.price_cents > 0 and not p_can_pay) then
    return;
  end if;
  v_free := v_type.quantity_total - v_type.quantity_sold - v_type.quantity_held;
  for v_entry in
    select w.id, w.customer_id, w.quantity, p.full_name, p.email
    from waitlist_entries w join profiles p on p.id = w.customer_id
    where w.ticket_type_id = p_type and w.status = 'waiting' order by w.created_at, w.id limit p_limit
  loop
    exit when v_free <= 0;
    entry_id := v_entry.id;
    customer_id := v_entry.customer_id;
    order_id := new_id();
    v_entry.quantity := least(v_free, v_entry.quantity);
    v_subtotal := v_entry.quantity * v_type.price_cents;
    insert into orders (id, customer_id, event_id, client_key, status, buyer_name, buyer_email, subtotal_cents, fee_basis_points, fee_cents,
                        expires_at, created_at, is_offer)
      values (order_id, customer_id, v_type.event_id, gen_random_uuid(), 'reserved', v_entry.full_name, v_entry.email, v_subtotal, p_fee_points,
              (v_subtotal::bigint * p_fee_points + 5000) / 10000, v_now + p_hold, v_now, true);
    insert into order_items (order_id, ticket_type_id, quantity, unit_cents) values (order_id, p_type, v_entry.quantity, v_type.price_cents);
    update ticket_types set quantity_held = quantity_held + v_entry.quantity where id = p_type;
    update waitlist_entries set status = 'offered', order_id = offer_waitlist.order_id, offered_at = v_now where id = v_entry.id;
    v_free := v_free - v_entry.quantity;
    return next;
  end loop;
end $$;

-- Confirms an offer on which nothing is to pay. Answers the order's status afterwards, `to_pay`, or null when it is not theirs.
create function take_offer(p_order uuid, p_customer uuid) returns text language plpgsql as $$
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
  insert into order_notices (order_id, kind) values (p_order, 'confirmed');
  return 'confirmed';
end $$;

-- Orders that had gone back before lines knew it.
update order_items i set quantity_refunded = i.quantity, refunded_cents = i.quantity * i.unit_cents - i.discount_cents
  from orders o where o.id = i.order_id and o.status = 'refunded' and o.confirmed_at is not null;
update tickets k set refund_id = (
    select r.id from payments p join refunds r on r.payment_id = p.id
    where p.order_id = k.order_id and p.status = 'approved' order by r.created_at limit 1)
  where k.status = 'refunded';
