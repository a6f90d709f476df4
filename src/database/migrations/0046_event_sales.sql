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
