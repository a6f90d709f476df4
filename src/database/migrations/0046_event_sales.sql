-- Codes, refunds, comps, the line of waiting people and revenue, in the functions that move stock and money. The order of locks and the
-- money rules are in features/ticketing/server/LOCKING.md; migrations 0011 and 0012 say why plans are pinned.

-- An offer to somebody who waited: its entry in waitlist_entries follows the order.
alter table orders add column is_offer boolean not null default false;

-- Where somebody waits. Not touched by the counters of a sale, so those updates stay in place.
create index ticket_types_waited_for on ticket_types (id) where waiting > 0;

-- What a code takes off an order, half up to the cent and never more than the order. The same as rules/discount.ts.
create function discount_of(p_subtotal integer, p_percent integer, p_amount integer) returns integer language sql immutable parallel safe as $$
  select case when p_percent is not null then ((p_subtotal::bigint * p_percent + 50) / 100)::integer else least(p_amount, p_subtotal) end
$$;

-- Splits cents over lines by their weights: the largest remainders get the cents that are left, the earlier line first. The same as
-- rules/discount.ts.
create function split_cents(p_cents integer, p_weights integer[]) returns integer[] language sql immutable parallel safe as $$
  select array_agg((s.share + case when s.place <= p_cents - s.given then 1 else 0 end)::integer order by s.n)
  from (
    select x.n, x.share, sum(x.share) over () as given, row_number() over (order by x.remainder desc, x.n) as place
    from (
      select w.n, coalesce(p_cents::bigint * w.weight / nullif(t.total, 0), 0) as share,
             coalesce(p_cents::bigint * w.weight % nullif(t.total, 0), 0) as remainder
      from unnest(p_weights) with ordinality w(weight, n), (select sum(y)::bigint as total from unnest(p_weights) y) t
    ) x
  ) s
$$;

-- The share of p_part in p_whole, half up; taken of running sums, so that all parts add up to p_cents. The same as rules/refund-share.ts.
create function share_of(p_cents bigint, p_part bigint, p_whole bigint) returns bigint language sql immutable parallel safe as $$
  select case when p_whole = 0 then 0 else (2 * p_cents * p_part + p_whole) / (2 * p_whole) end
$$;

-- Offers whose orders have ended or were bought. bought: whoever got fewer than they wanted goes on waiting for the rest in their old
-- place. waiting: the offer is taken back through no fault of theirs. The caller holds the orders and the ticket types.
create function close_offers(p_orders uuid[], p_status text) returns void language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  v_entry record;
begin
  for v_entry in
    select w.id, w.status, w.ticket_type_id, w.customer_id, w.quantity - i.quantity as rest, w.created_at
    from waitlist_entries w join order_items i on i.order_id = w.order_id and i.ticket_type_id = w.ticket_type_id
    where w.order_id = any (p_orders) order by w.id for no key update of w
  loop
    if p_status = 'waiting' then
      update waitlist_entries set status = 'waiting', order_id = null, offered_at = null
        where id = v_entry.id and status = 'offered';
    elsif p_status = 'bought' then
      -- Money that came late buys the tickets too, where they were still free.
      update waitlist_entries set status = 'bought', ended_at = clock_timestamp() where id = v_entry.id;
      if v_entry.status = 'offered' and v_entry.rest > 0 then
        insert into waitlist_entries (ticket_type_id, customer_id, quantity, created_at)
          values (v_entry.ticket_type_id, v_entry.customer_id, v_entry.rest, v_entry.created_at);
      end if;
    else
      update waitlist_entries set status = p_status, ended_at = clock_timestamp()
        where id = v_entry.id and status = 'offered';
    end if;
  end loop;
end $$;

-- As before, and: p_sources says where each visitor came from, p_access opens hidden ticket types, p_promos are promo codes (upper case).
-- Null where no order of the batch has one. While people wait for a type nobody else takes of it.
-- More outcomes: promo_unknown, promo_not_now, promo_used_up.
drop function reserve_orders(uuid, interval, integer, boolean, uuid[], uuid[], uuid[], text[], text[], uuid[], integer[], integer[], integer[]);
create function reserve_orders(
  p_event uuid, p_hold interval, p_fee_points integer, p_can_pay boolean,
  p_orders uuid[], p_customers uuid[], p_keys uuid[], p_names text[], p_emails text[],
  p_types uuid[], p_item_order integer[], p_item_type integer[], p_item_quantity integer[],
  p_sources text[] default null, p_access text[] default null, p_promos text[] default null
) returns table (
  slot integer, outcome text, order_id uuid, order_number text, order_status text, subtotal_cents integer,
  fee_cents integer, expires_at timestamptz, answered_at timestamptz, type_slot integer, type_name text,
  remaining integer, selection text
) language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_count constant integer := cardinality(p_orders);
  v_now timestamptz;
  v_price integer[] := array_fill(null::integer, array[cardinality(p_types)]);
  v_free integer[] := v_price;
  v_on_sale boolean[] := array_fill(false, array[cardinality(p_types)]);
  v_name text[] := array_fill(null::text, array[cardinality(p_types)]);
  v_access text[] := v_name;
  v_held integer[] := array_fill(0, array[cardinality(p_types)]);
  v_sold integer[] := v_held;
  v_existing uuid[];
  v_event_fault text;
  v_take boolean[] := array_fill(false, array[v_count]);
  v_subtotal integer[] := array_fill(0, array[v_count]);
  v_fault text[] := array_fill(null::text, array[v_count]);
  v_blamed integer[] := array_fill(null::integer, array[v_count]);
  v_free_orders uuid[] := '{}';
  -- Of the promo codes in the batch, all in the same order.
  v_promo_id uuid[] := '{}';
  v_promo_code text[] := '{}';
  v_promo_percent integer[] := '{}';
  v_promo_amount integer[] := '{}';
  v_promo_left integer[] := '{}';
  v_promo_is_now boolean[] := '{}';
  v_promo_used integer[] := '{}';
  v_order_promo uuid[];
  v_discount integer[];
  v_shares integer[];
  v_promo record;
  v_type record;
  v_slot integer := 0;
  v_item integer := 1;
  v_first integer;
  v_sum integer;
  v_off integer;
  v_why text;
  k integer;
  q integer;
  p integer;
begin
  -- The hot rows, always in order of id. Not FOR UPDATE: that would also stop foreign keys from looking at them.
  for v_type in
    select t.id, t.name, t.price_cents, t.access_code,
           case when t.waiting > 0 then 0 else t.quantity_total - t.quantity_sold - t.quantity_held end as free,
           t.sale_starts_at, t.sale_ends_at
    from ticket_types t where t.id = any (p_types) and t.event_id = p_event
    order by t.id for no key update
  loop
    v_now := clock_timestamp();
    k := array_position(p_types, v_type.id);
    v_price[k] := v_type.price_cents;
    v_free[k] := v_type.free;
    v_name[k] := v_type.name;
    v_access[k] := v_type.access_code;
    v_on_sale[k] := coalesce(v_type.sale_starts_at <= v_now, true) and coalesce(v_type.sale_ends_at > v_now, true);
  end loop;
  -- Only now, because a batch may have waited for the locks; what follows also sees what others committed meanwhile.
  v_now := clock_timestamp();

  select case
      when not e.is_public or e.event_status = 'draft' then 'event_not_found'
      when e.event_status = 'cancelled' then 'event_cancelled'
      when coalesce(e.ends_at, e.event_date) <= v_now then 'event_over'
      when e.event_status <> 'published' then 'not_on_sale'
    end
    into v_event_fault from events e where e.id = p_event;
  if not found then v_event_fault := 'event_not_found'; end if;

  if p_promos is not null then
    v_order_promo := array_fill(null::uuid, array[v_count]);
    v_discount := array_fill(0, array[cardinality(p_item_order)]);
    for v_promo in
      select c.id, c.code, c.percent, c.amount_cents, c.use_limit - c.used as left_over, c.starts_at, c.ends_at
      from promo_codes c where c.event_id = p_event and c.code = any (p_promos)
      order by c.id for no key update
    loop
      v_now := clock_timestamp();
      v_promo_id := v_promo_id || v_promo.id;
      v_promo_code := v_promo_code || v_promo.code;
      v_promo_percent := v_promo_percent || v_promo.percent::integer;
      v_promo_amount := v_promo_amount || v_promo.amount_cents;
      v_promo_left := v_promo_left || v_promo.left_over;
      v_promo_is_now := v_promo_is_now || (coalesce(v_promo.starts_at <= v_now, true) and coalesce(v_promo.ends_at > v_now, true));
      v_promo_used := v_promo_used || 0;
    end loop;
  end if;

  -- `is not distinct from` leaves only the index by key: a plan made while orders were few might go through all of a
  -- customer's orders instead, and would keep doing so.
  select array_agg((
      select o.id from orders o where o.client_key = x.key and o.customer_id is not distinct from x.customer
    ) order by x.n)
    into v_existing from unnest(p_customers, p_keys) with ordinality x(customer, key, n);

  while v_slot < v_count loop
    v_slot := v_slot + 1;
    v_first := v_item;
    v_sum := 0;
    v_why := case when v_existing[v_slot] is not null then 'replay' else v_event_fault end;
    while p_item_order[v_item] = v_slot loop
      if v_why is null then
        k := p_item_type[v_item];
        if v_free[k] >= p_item_quantity[v_item] and v_on_sale[k] and (v_access[k] is null or v_access[k] = p_access[v_slot]) then
          v_sum := v_sum + v_price[k] * p_item_quantity[v_item];
        else
          v_why := case
            when v_price[k] is null or (v_access[k] is not null and v_access[k] is distinct from p_access[v_slot]) then 'type_not_found'
            when not v_on_sale[k] then 'not_on_sale' else 'sold_out' end;
          v_blamed[v_slot] := k;
        end if;
      end if;
      v_item := v_item + 1;
    end loop;
    p := null;
    if v_why is null and p_promos[v_slot] is not null then
      p := array_position(v_promo_code, p_promos[v_slot]);
      v_why := case when p is null then 'promo_unknown' when not v_promo_is_now[p] then 'promo_not_now'
                    when v_promo_left[p] <= 0 then 'promo_used_up' end;
      if v_why is null then
        v_off := discount_of(v_sum, v_promo_percent[p], v_promo_amount[p]);
        v_shares := split_cents(v_off, array(
          select v_price[p_item_type[j]] * p_item_quantity[j] from generate_series(v_first, v_item - 1) j order by j));
        v_sum := v_sum - v_off;
      end if;
    end if;
    if v_sum > 0 and v_why is null and not p_can_pay then v_why := 'no_payments'; end if;
    if v_why is null then
      v_take[v_slot] := true;
      v_subtotal[v_slot] := v_sum;
      for j in v_first .. v_item - 1 loop
        k := p_item_type[j];
        q := p_item_quantity[j];
        v_free[k] := v_free[k] - q;
        if v_sum = 0 then v_sold[k] := v_sold[k] + q; else v_held[k] := v_held[k] + q; end if;
      end loop;
      if p is not null then
        v_order_promo[v_slot] := v_promo_id[p];
        v_promo_left[p] := v_promo_left[p] - 1;
        v_promo_used[p] := v_promo_used[p] + 1;
        for j in v_first .. v_item - 1 loop v_discount[j] := v_shares[j - v_first + 1]; end loop;
      end if;
      if v_sum = 0 then v_free_orders := v_free_orders || p_orders[v_slot]; end if;
    else
      v_fault[v_slot] := v_why;
    end if;
  end loop;

  if true = any (v_take) then
    return query
      with made as (
        insert into orders (id, order_number, customer_id, event_id, client_key, status, buyer_name, buyer_email, subtotal_cents,
                            fee_basis_points, fee_cents, expires_at, created_at, confirmed_at, promo_code_id, source)
        select x.id, order_number_of(x.number, v_now), x.customer, p_event, x.key, case when x.subtotal = 0 then 'confirmed' else 'reserved' end, x.name,
               x.email, x.subtotal, p_fee_points, (x.subtotal::bigint * p_fee_points + 5000) / 10000, v_now + p_hold, v_now,
               case when x.subtotal = 0 then v_now end, x.promo, x.source
        from (
          select x.*, nextval('order_numbers') as number
          from unnest(p_orders, p_customers, p_keys, p_names, p_emails, v_take, v_subtotal, v_order_promo, p_sources)
            x(id, customer, key, name, email, take, subtotal, promo, source)
          where x.take
          offset 0
        ) x
        returning orders.id, orders.order_number, orders.status, orders.subtotal_cents, orders.fee_cents, orders.expires_at
      )
      select null::integer, 'reserved'::text, made.id, made.order_number, made.status, made.subtotal_cents, made.fee_cents,
             made.expires_at, v_now, null::integer, null::text, null::integer, null::text
      from made;
    insert into order_items (order_id, ticket_type_id, quantity, unit_cents, discount_cents)
      select p_orders[x.o], p_types[x.t], x.q, v_price[x.t], coalesce(x.d, 0)
      from unnest(p_item_order, p_item_type, p_item_quantity, v_discount) x(o, t, q, d) where v_take[x.o];
    -- What is confirmed here cost nothing, so no revenue moves.
    update ticket_types t set quantity_held = t.quantity_held + x.held, quantity_sold = t.quantity_sold + x.sold
      from unnest(p_types, v_held, v_sold) x(id, held, sold) where t.id = x.id and x.held + x.sold > 0;
    if v_promo_id <> '{}' then
      update promo_codes c set used = c.used + x.used
        from unnest(v_promo_id, v_promo_used) x(id, used) where c.id = x.id and x.used > 0;
    end if;
    if v_free_orders <> '{}' then
      perform issue_tickets(v_free_orders);
      insert into order_notices (order_id, kind) select x, 'confirmed' from unnest(v_free_orders) x;
    end if;
  end if;

  if false = any (v_take) then
    return query
      select x.n::integer, x.fault, o.id, o.order_number, o.status, o.subtotal_cents, o.fee_cents, o.expires_at, v_now,
             x.blamed, v_name[x.blamed], v_free[x.blamed],
             case when o.id is not null then o.event_id || ' ' || (
               select string_agg(i.ticket_type_id || ':' || i.quantity, ' ' order by i.ticket_type_id)
               from order_items i where i.order_id = o.id)
               || coalesce((select ' ' || c.code from promo_codes c where c.id = o.promo_code_id), '') end
      from unnest(v_fault, v_existing, v_blamed) with ordinality x(fault, existing, blamed, n)
        left join orders o on o.id = x.existing
      where x.fault is not null;
  end if;
end $$;

-- Gives the uses of promo codes back, one per order that had one. The caller holds the ticket types.
create function give_back_uses(p_promos uuid[]) returns void language plpgsql as $$
begin
  perform 1 from promo_codes c where c.id = any (p_promos) order by c.id for no key update;
  update promo_codes c set used = c.used - x.n
    from (select y, count(*)::integer as n from unnest(p_promos) y group by y) x where c.id = x.y;
end $$;

-- As before, and the use of a code goes back. p_entries: what becomes of an offer to somebody who waited (lapsed, passed, waiting).
drop function release_orders(uuid[], text);
create function release_orders(p_orders uuid[], p_status text, p_entries text) returns void language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
set plan_cache_mode = force_generic_plan as $$
declare
  v_promos uuid[];
  v_offers uuid[];
begin
  perform 1 from ticket_types t
    where t.id = any (array(select i.ticket_type_id from order_items i where i.order_id = any (p_orders)))
    order by t.id for no key update;
  with ended as (
    update orders set status = p_status, ended_at = clock_timestamp() where id = any (p_orders)
    returning id, promo_code_id, is_offer
  )
  select array_agg(e.promo_code_id) filter (where e.promo_code_id is not null), array_agg(e.id) filter (where e.is_offer)
    into v_promos, v_offers from ended e;
  update ticket_types t set quantity_held = t.quantity_held - x.quantity
    from (
      select i.ticket_type_id, sum(i.quantity) as quantity from order_items i
      where i.order_id = any (p_orders) group by i.ticket_type_id
    ) x where t.id = x.ticket_type_id;
  if v_promos is not null then perform give_back_uses(v_promos); end if;
  if v_offers is not null then perform close_offers(v_offers, p_entries); end if;
  update payments set status = 'abandoned', settled_at = clock_timestamp()
    where order_id = any (p_orders) and status = 'started' and processing_since is null;
end $$;

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

create or replace function cancel_order(p_order uuid, p_customer uuid) returns text language plpgsql as $$
declare
  v_status text;
begin
  select o.status into v_status from orders o
    where o.id = p_order and o.customer_id = p_customer for no key update;
  if v_status = 'reserved' then
    perform release_orders(array[p_order], 'cancelled', 'passed');
    return 'cancelled';
  end if;
  return v_status;
end $$;

-- Ends every hold of an event that is called off or moved; answers how many. Whoever was offered tickets waits again. A sale that goes on
-- at this moment has its ticket types first: it is found by the second look, or waits for this transaction and finds the event as it is then.
create function end_holds(p_event uuid) returns integer language plpgsql as $$
declare
  v_orders uuid[];
begin
  v_orders := array(
    select o.id from orders o where o.event_id = p_event and o.status = 'reserved' order by o.id for no key update);
  perform 1 from ticket_types t where t.event_id = p_event order by t.id for no key update;
  -- Locked after the types, so without waiting: whoever has one of these is paying for it.
  v_orders := v_orders || array(
    select o.id from orders o where o.event_id = p_event and o.status = 'reserved' and not o.id = any (v_orders)
    for no key update skip locked);
  if v_orders <> '{}' then perform release_orders(v_orders, 'cancelled', 'waiting'); end if;
  return cardinality(v_orders);
end $$;

-- As before, and: revenue moves with the stock; money that came late takes the use of its code again, or goes back where the code is used
-- up, the event is off, or people wait for what is free.
create or replace function settle_payments(p_provider text, p_references text[], p_amounts integer[])
returns table (slot integer, outcome text, order_id uuid) language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_now timestamptz;
  v_orders uuid[];
  v_types uuid[];
  v_free integer[];
  v_held_change integer[];
  v_sold_change integer[];
  v_revenue_change bigint[];
  -- Codes of orders whose hold is over: their use was given back.
  v_late_promos uuid[];
  v_promos uuid[] := '{}';
  v_promo_left integer[] := '{}';
  v_promo_used integer[] := '{}';
  v_promo record;
  v_offers uuid[] := '{}';
  v_confirmed uuid[] := '{}';
  v_approved uuid[] := '{}';
  v_returned uuid[] := '{}';
  v_returned_cents integer[] := '{}';
  v_returned_why text[] := '{}';
  v_returned_orders uuid[] := '{}';
  v_pays record;
  v_late_fault text;
  k integer;
  p integer;
begin
  -- Each reference is looked up by itself, here and below: a join planned while payments were few went through all of them.
  v_orders := array_remove(array(
    select (select p.order_id from payments p where p.provider = p_provider and p.provider_reference = x)
    from unnest(p_references) x
  ), null);
  select array_agg(o.promo_code_id) filter (where o.status = 'expired' and o.promo_code_id is not null) into v_late_promos from (
    select o.status, o.promo_code_id from orders o where o.id = any (v_orders) order by o.id for no key update
  ) o;
  select array_agg(t.id), array_agg(t.free) into v_types, v_free from (
    select t.id, case when t.waiting > 0 then 0 else t.quantity_total - t.quantity_sold - t.quantity_held end as free
    from ticket_types t
    where t.id = any (array(select i.ticket_type_id from order_items i where i.order_id = any (v_orders)))
    order by t.id for no key update
  ) t;
  if v_late_promos is not null then
    for v_promo in
      select c.id, c.use_limit - c.used as left_over from promo_codes c
      where c.id = any (v_late_promos) order by c.id for no key update
    loop
      v_promos := v_promos || v_promo.id;
      v_promo_left := v_promo_left || v_promo.left_over;
      v_promo_used := v_promo_used || 0;
    end loop;
  end if;
  v_now := clock_timestamp();
  v_held_change := array_fill(0, array[coalesce(cardinality(v_types), 0)]);
  v_sold_change := v_held_change;
  v_revenue_change := v_held_change;

  -- A statement of its own after the locks: it sees what whoever held them before has done.
  for v_pays in
    select x.n::integer as slot, x.paid_cents, p.id, p.status, p.order_id, o.status as order_status, o.event_id, o.promo_code_id, o.is_offer,
           x.paid_cents = p.amount_cents and x.paid_cents = o.total_cents as is_amount_right, i.types, i.quantities, i.cents
    from unnest(p_references, p_amounts) with ordinality x(reference, paid_cents, n)
      left join lateral (
        select p.* from payments p where p.provider = p_provider and p.provider_reference = x.reference offset 0
      ) p on true
      left join lateral (select o.* from orders o where o.id = p.order_id offset 0) o on true
      left join lateral (
        select array_agg(array_position(v_types, i.ticket_type_id)) as types, array_agg(i.quantity) as quantities,
               array_agg(i.quantity * i.unit_cents - i.discount_cents) as cents
        from order_items i where i.order_id = o.id
      ) i on true
    order by x.n
  loop
    slot := v_pays.slot;
    order_id := v_pays.order_id;
    if v_pays.id is null then
      outcome := 'unknown';
    elsif v_pays.status in ('approved', 'returned') then
      outcome := 'settled';
    else
      v_late_fault := null;
      p := null;
      if v_pays.order_status = 'expired' then
        if v_pays.promo_code_id is not null then
          p := array_position(v_promos, v_pays.promo_code_id);
          if v_promo_left[p] <= 0 then v_late_fault := 'The payment came after the hold, and the promo code was used up.'; end if;
        end if;
        for j in 1 .. cardinality(v_pays.types) loop
          if v_free[v_pays.types[j]] < v_pays.quantities[j] then
            v_late_fault := 'The payment came after the hold, and the tickets were gone.';
          end if;
        end loop;
        if not exists (select from events e where e.id = v_pays.event_id and e.event_status = 'published') then
          v_late_fault := 'The payment came after the hold, and the event is not on sale any more.';
        end if;
      end if;
      if v_pays.is_amount_right and v_late_fault is null and v_pays.order_status in ('reserved', 'expired')
         and not v_pays.order_id = any (v_confirmed) then
        outcome := 'confirmed';
        v_confirmed := v_confirmed || v_pays.order_id;
        v_approved := v_approved || v_pays.id;
        if v_pays.is_offer then v_offers := v_offers || v_pays.order_id; end if;
        if p is not null then
          v_promo_left[p] := v_promo_left[p] - 1;
          v_promo_used[p] := v_promo_used[p] + 1;
        end if;
        for j in 1 .. cardinality(v_pays.types) loop
          k := v_pays.types[j];
          v_sold_change[k] := v_sold_change[k] + v_pays.quantities[j];
          v_revenue_change[k] := v_revenue_change[k] + v_pays.cents[j];
          if v_pays.order_status = 'reserved' then
            v_held_change[k] := v_held_change[k] - v_pays.quantities[j];
          else
            v_free[k] := v_free[k] - v_pays.quantities[j];
          end if;
        end loop;
      else
        outcome := 'returned';
        v_returned := v_returned || v_pays.id;
        v_returned_cents := v_returned_cents || v_pays.paid_cents;
        v_returned_why := v_returned_why || v_late_fault;
        if v_pays.order_status in ('expired', 'cancelled') then
          v_returned_orders := v_returned_orders || v_pays.order_id;
        end if;
      end if;
    end if;
    return next;
  end loop;

  if v_confirmed <> '{}' then
    update orders set status = 'confirmed', confirmed_at = v_now, ended_at = null where id = any (v_confirmed);
    update ticket_types t set quantity_held = t.quantity_held + x.held, quantity_sold = t.quantity_sold + x.sold,
                              revenue_cents = t.revenue_cents + x.revenue
      from unnest(v_types, v_held_change, v_sold_change, v_revenue_change) x(id, held, sold, revenue) where t.id = x.id and x.sold > 0;
    if v_promos <> '{}' then
      update promo_codes c set used = c.used + x.used from unnest(v_promos, v_promo_used) x(id, used) where c.id = x.id and x.used > 0;
    end if;
    if v_offers <> '{}' then perform close_offers(v_offers, 'bought'); end if;
    update payments set status = 'approved', settled_at = v_now, processing_since = null, decline_reason = null
      where id = any (v_approved);
    perform issue_tickets(v_confirmed);
    insert into order_notices (order_id, kind) select x, 'confirmed' from unnest(v_confirmed) x;
  end if;
  if v_returned <> '{}' then
    -- What was really paid is what goes back, even where it is not what was asked.
    update payments p set status = 'returned', settled_at = v_now, processing_since = null, decline_reason = null,
                          amount_cents = x.cents
      from unnest(v_returned, v_returned_cents) x(id, cents) where p.id = x.id;
    insert into refunds (payment_id, amount_cents, reason)
      select p.id, p.amount_cents, case o.status
          when 'expired' then coalesce(x.why, 'The amount paid was not the amount of the order.')
          when 'cancelled' then 'The payment came after the order was cancelled.'
          when 'reserved' then 'The amount paid was not the amount of the order.'
          else 'The order was paid already.'
        end
      from unnest(v_returned, v_returned_why) x(id, why) join payments p on p.id = x.id join orders o on o.id = p.order_id;
    update orders set status = 'refunded', ended_at = v_now
      where id = any (v_returned_orders) and not id = any (v_confirmed) and status in ('expired', 'cancelled');
    insert into order_notices (order_id, kind)
      select distinct p.order_id, 'refunded' from payments p where p.id = any (v_returned) on conflict do nothing;
  end if;
end $$;

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
  if v_event.event_status = 'cancelled' or v_event.is_over or v_type.sale_ends_at <= v_now then
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
