-- Reserves a batch of orders of one event, and confirms those with nothing to pay. LOCKING.md has the order of locks,
-- and docs/adr/0023 the limits. Arrays are indexed by slot; a refused order returns its error and the ticket type that
-- caused it.
create or replace function reserve_orders(
  p_event uuid, p_hold interval, p_fee_points integer, p_fee_tax integer, p_can_pay boolean,
  p_orders uuid[], p_customers uuid[], p_keys uuid[], p_names text[], p_emails text[],
  p_types uuid[], p_item_order integer[], p_item_type integer[], p_item_quantity integer[],
  p_sources text[] default null, p_access text[] default null, p_promos text[] default null, p_networks text[] default null
) returns table (
  slot integer, outcome text, order_id uuid, order_number text, order_status text, subtotal_cents integer,
  added_tax_cents integer, fee_cents integer, expires_at timestamptz, answered_at timestamptz, type_slot integer, type_name text,
  remaining integer, selection text
) language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_count constant integer := cardinality(p_orders); v_now timestamptz;
  v_price integer[] := array_fill(null::integer, array[cardinality(p_types)]); v_free integer[] := v_price;
  v_on_sale boolean[] := array_fill(false, array[cardinality(p_types)]);
  v_name text[] := array_fill(null::text, array[cardinality(p_types)]); v_access text[] := v_name; v_is_waited_for boolean[] := v_on_sale;
  v_held integer[] := array_fill(0, array[cardinality(p_types)]); v_sold integer[] := v_held; v_existing uuid[]; v_event_fault text; v_currency text;
  v_tax_mode text; v_tax_ppm integer; v_tax integer[] := array_fill(0, array[cardinality(p_orders)]); v_added integer[];
  v_take boolean[] := array_fill(false, array[v_count]); v_subtotal integer[] := array_fill(0, array[v_count]);
  v_fault text[] := array_fill(null::text, array[v_count]); v_blamed integer[] := array_fill(null::integer, array[v_count]);
  v_free_orders uuid[] := '{}';
  -- The open order that each reservation would replace, and the tickets and promo codes of those orders.
  v_unpaid uuid[]; v_open uuid[]; v_open_orders uuid[] := '{}'; v_open_types uuid[] := '{}'; v_open_promos uuid[] := '{}';
  v_replaced uuid[] := '{}'; v_own integer[] := array_fill(0, array[v_count]);
  -- Customers who have held tickets of this event for too long, and the free tickets that customers already have.
  v_hold_limit_reached uuid[]; v_had_customers uuid[]; v_had_types uuid[]; v_had integer[];
  -- Customers without a verified email; null where no order of the batch can be free.
  v_unverified uuid[];
  -- Tickets that each network of the batch holds unpaid or has free; null while they can't reach the limit.
  v_networks text[]; v_network_held integer[]; v_network_most integer;
  -- The promo codes in the batch; all arrays are in the same order.
  v_promo_id uuid[] := '{}'; v_promo_code text[] := '{}'; v_promo_percent integer[] := '{}'; v_promo_amount integer[] := '{}';
  v_promo_left integer[] := '{}'; v_promo_is_now boolean[] := '{}'; v_promo_used integer[] := '{}'; v_promo_each integer[] := '{}';
  v_order_promo uuid[]; v_discount integer[]; v_shares integer[]; v_promo record; v_type record; v_slot integer := 0; v_item integer := 1;
  v_first integer; v_sum integer; v_off integer; v_why text; v_has integer := 0; v_more integer; v_uses integer; k integer; q integer;
  p integer; w integer;
begin
  -- Locks orders before ticket types. First finds the orders, then locks them: in one statement the plan may walk all
  -- orders by id. `is not distinct from` and `<> all` keep it on the index by customer.
  v_unpaid := array(
    select o.id from orders o
    where o.customer_id = any (p_customers) and o.event_id is not distinct from p_event
      and o.status <> all ('{confirmed,refunded}') and not o.is_offer);
  if v_unpaid <> '{}' then
    v_open_orders := array(
      select o.id from orders o where o.id = any (v_unpaid) and o.status = 'reserved' order by o.id for no key update);
    v_open := array(
      select (select o.id from orders o where o.id = any (v_open_orders) and o.customer_id is not distinct from x.customer)
      from unnest(p_customers) with ordinality x(customer, n) order by x.n);
    v_open_types := array(select i.ticket_type_id from order_items i where i.order_id = any (v_open_orders));
    v_open_promos := array(select o.promo_code_id from orders o where o.id = any (v_open_orders) and o.promo_code_id is not null);
  end if;

  -- The contended rows, always in order of id. Not FOR UPDATE, which would also block foreign keys to them.
  for v_type in
    select t.id, t.name, t.price_cents, t.access_code,
           case when t.waiting > 0 then 0 else t.quantity_total - t.quantity_sold - t.quantity_held end as free,
           t.waiting > 0 as is_waited_for, t.sale_starts_at, t.sale_ends_at
    from ticket_types t where t.id = any (p_types || v_open_types) and t.event_id = p_event
    order by t.id for no key update
  loop
    v_now := clock_timestamp();
    k := array_position(p_types, v_type.id);
    continue when k is null;
    v_is_waited_for[k] := v_type.is_waited_for;
    v_price[k] := v_type.price_cents;
    v_free[k] := v_type.free;
    v_name[k] := v_type.name;
    v_access[k] := v_type.access_code;
    v_on_sale[k] := coalesce(v_type.sale_starts_at <= v_now, true) and coalesce(v_type.sale_ends_at > v_now, true);
  end loop;
  -- Read only now, because a batch may have waited for the locks. The code below also sees what others committed
  -- meanwhile.
  v_now := clock_timestamp();

  select case
      when not e.is_public or e.event_status = 'draft' then 'event_not_found'
      when e.event_status = 'cancelled' then 'event_cancelled'
      when coalesce(e.ends_at, e.event_date) <= v_now then 'event_over'
      when e.event_status <> 'published' then 'not_on_sale'
    end, e.currency, e.tax_mode, e.tax_ppm
    into v_event_fault, v_currency, v_tax_mode, v_tax_ppm from events e where e.id = p_event;
  if not found then v_event_fault := 'event_not_found'; end if;
  if v_tax_mode = 'added' then v_added := array_fill(0, array[cardinality(p_item_order)]); end if;

  if p_promos is not null or v_open_promos <> '{}' then
    v_order_promo := array_fill(null::uuid, array[v_count]);
    v_discount := array_fill(0, array[cardinality(p_item_order)]);
    for v_promo in
      select c.id, c.code, c.percent, c.amount_cents, c.use_limit - c.used as left_over, c.customer_limit, c.starts_at, c.ends_at
      from promo_codes c where c.event_id = p_event and (c.id = any (v_open_promos) or c.code = any (p_promos))
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
      v_promo_each := v_promo_each || v_promo.customer_limit;
    end loop;
  end if;

  -- `is not distinct from` leaves only the index by key: a plan made while orders were few might read all orders of a
  -- customer.
  select array_agg((
      select o.id from orders o where o.client_key = x.key and o.customer_id is not distinct from x.customer
    ) order by x.n)
    into v_existing from unnest(p_customers, p_keys) with ordinality x(customer, key, n);

  if v_unpaid <> '{}' then v_hold_limit_reached := hold_limit_reached(v_unpaid, p_hold, v_now); end if;
  if 0 = any (v_price) or p_promos is not null then
    v_unverified := array(select a.id from accounts a where a.id = any (p_customers) and a.email_verified_at is null);
    select array_agg(x.customer_id), array_agg(x.ticket_type_id), array_agg(x.had) into v_had_customers, v_had_types, v_had from (
      select o.customer_id, i.ticket_type_id, sum(i.quantity - i.quantity_refunded) as had
      from orders o join order_items i on i.order_id = o.id
      where o.customer_id = any (p_customers) and o.event_id is not distinct from p_event
        and o.status = 'confirmed' and (o.subtotal_cents = 0 or i.unit_cents = 0) and not o.is_comp
      group by o.customer_id, i.ticket_type_id
    ) x;
  end if;
  if p_networks is not null then
    select x.most, x.networks, x.held into v_network_most, v_networks, v_network_held
      from network_holds(p_event, p_networks, (select sum(y) from unnest(p_item_quantity) y)) x;
  end if;

  while v_slot < v_count loop
    v_slot := v_slot + 1;
    v_first := v_item;
    v_sum := 0;
    v_why := case when v_existing[v_slot] is not null then 'replay' else v_event_fault end;
    while p_item_order[v_item] = v_slot loop
      if v_why is null then
        k := p_item_type[v_item];
        if v_open is not null then
          v_has := coalesce((
            select i.quantity from order_items i where i.order_id = v_open[v_slot] and i.ticket_type_id = p_types[k]), 0);
        end if;
        if v_free[k] + v_has >= p_item_quantity[v_item] and v_on_sale[k] and (v_access[k] is null or v_access[k] = p_access[v_slot]) then
          v_sum := v_sum + v_price[k] * p_item_quantity[v_item];
        else
          v_why := case
            when v_price[k] is null or (v_access[k] is not null and v_access[k] is distinct from p_access[v_slot]) then 'type_not_found'
            when not v_on_sale[k] then 'not_on_sale' else 'sold_out' end;
          v_blamed[v_slot] := k;
          v_own[v_slot] := v_has;
        end if;
      end if;
      v_item := v_item + 1;
    end loop;
    p := null;
    if v_why is null and p_promos[v_slot] is not null then
      p := array_position(v_promo_code, p_promos[v_slot]);
      v_uses := 0;
      if v_open is not null then
        v_uses := (select count(*) from orders o where o.id = v_open[v_slot] and o.promo_code_id = v_promo_id[p]);
      end if;
      v_why := case when p is null then 'promo_unknown' when not v_promo_is_now[p] then 'promo_not_now'
                    when v_promo_left[p] + v_uses <= 0 then 'promo_used_up' end;
      if v_why is null and v_promo_each[p] is not null then
        if v_promo_each[p] + v_uses <= (
          select count(*) from orders o where o.customer_id = p_customers[v_slot]
            and o.promo_code_id is not distinct from v_promo_id[p] and o.status in ('reserved', 'confirmed')
        ) then v_why := 'promo_used_by_you'; end if;
      end if;
      if v_why is null then
        v_off := discount_of(v_sum, v_promo_percent[p], v_promo_amount[p]);
        v_shares := split_cents(v_off, array(
          select v_price[p_item_type[j]] * p_item_quantity[j] from generate_series(v_first, v_item - 1) j order by j));
        v_sum := v_sum - v_off;
      end if;
    end if;
    if v_sum > 0 and v_why is null and not p_can_pay then v_why := 'no_payments'; end if;
    -- Nested, because an expression with a query in it is slow even when it is not evaluated.
    if v_hold_limit_reached is not null then
      if v_sum > 0 and v_why is null and p_customers[v_slot] = any (v_hold_limit_reached) then v_why := 'hold_limit_reached'; end if;
    end if;
    -- In an order with something to pay, free ticket types count too.
    if v_had_customers is not null and v_why is null then
      if exists (
        select from unnest(v_had_customers, v_had_types, v_had) x(customer, had_type, had)
          join generate_series(v_first, v_item - 1) j on x.had_type = p_types[p_item_type[j]]
        where x.customer = p_customers[v_slot] and x.had + p_item_quantity[j] > 10 and (v_sum = 0 or v_price[p_item_type[j]] = 0)
      ) then v_why := 'free_limit_reached'; end if;
    end if;
    if v_open is not null and v_why is null then
      if v_open[v_slot] is not null and exists (
        select from payments y where y.order_id = v_open[v_slot] and y.status = 'started' and y.processing_since is not null
      ) then v_why := 'open_order_paying'; end if;
    end if;
    if v_networks is not null and v_why is null and (v_sum > 0 or p_customers[v_slot] = any (v_unverified)) then
      w := array_position(v_networks, p_networks[v_slot]);
      v_more := (select sum(p_item_quantity[j]) from generate_series(v_first, v_item - 1) j) - coalesce((
        select sum(i.quantity) from order_items i where i.order_id = v_open[v_slot]), 0);
      if w is not null and v_more > 0 and v_network_held[w] + v_more > v_network_most then
        v_why := case when v_sum > 0 then 'network_full' else 'email_unverified' end;
      elsif w is not null then
        v_network_held[w] := v_network_held[w] + v_more;
      end if;
    end if;
    if v_why is null then
      v_take[v_slot] := true;
      if v_open is not null and v_open[v_slot] is not null then
        v_replaced := v_replaced || v_open[v_slot];
        for v_type in select i.ticket_type_id, i.quantity from order_items i where i.order_id = v_open[v_slot] loop
          k := array_position(p_types, v_type.ticket_type_id);
          -- Released tickets go to the waitlist.
          if k is not null and not v_is_waited_for[k] then v_free[k] := v_free[k] + v_type.quantity; end if;
        end loop;
      end if;
      v_subtotal[v_slot] := v_sum;
      for j in v_first .. v_item - 1 loop
        k := p_item_type[j];
        q := p_item_quantity[j];
        v_free[k] := case when v_is_waited_for[k] then 0 else v_free[k] - q end;
        if v_sum = 0 then v_sold[k] := v_sold[k] + q; else v_held[k] := v_held[k] + q; end if;
      end loop;
      if p is not null then
        v_order_promo[v_slot] := v_promo_id[p];
        v_promo_left[p] := v_promo_left[p] - 1 + v_uses;
        v_promo_used[p] := v_promo_used[p] + 1;
        for j in v_first .. v_item - 1 loop v_discount[j] := v_shares[j - v_first + 1]; end loop;
      end if;
      if v_added is not null and v_sum > 0 then
        v_tax[v_slot] := added_tax(v_sum, v_tax_mode, v_tax_ppm);
        v_shares := split_cents(v_tax[v_slot], array(
          select v_price[p_item_type[j]] * p_item_quantity[j] - coalesce(v_discount[j], 0)
          from generate_series(v_first, v_item - 1) j order by j));
        for j in v_first .. v_item - 1 loop v_added[j] := v_shares[j - v_first + 1]; end loop;
      end if;
      if v_sum = 0 then v_free_orders := v_free_orders || p_orders[v_slot]; end if;
    else
      v_fault[v_slot] := v_why;
    end if;
  end loop;

  -- Before the new orders: the table allows one open order per customer and event.
  if v_replaced <> '{}' then
    perform release_orders(array(select o.id from orders o where o.id = any (v_replaced) and o.expires_at > v_now), 'cancelled', null);
    perform release_orders(array(select o.id from orders o where o.id = any (v_replaced) and o.expires_at <= v_now and o.status = 'reserved'),
                           'expired', null);
  end if;
  if true = any (v_take) then
    return query
      with made as (
        insert into orders (id, order_number, customer_id, event_id, client_key, status, buyer_name, buyer_email, subtotal_cents,
                            fee_basis_points, fee_cents, currency, tax_mode, tax_ppm, added_tax_cents, fee_tax_ppm, expires_at, created_at,
                            confirmed_at, promo_code_id, source, network)
        select x.id, order_number_of(x.number, v_now), x.customer, p_event, x.key, case when x.subtotal = 0 then 'confirmed' else 'reserved' end, x.name,
               x.email, x.subtotal, p_fee_points, (x.subtotal::bigint * p_fee_points + 5000) / 10000,
               v_currency, v_tax_mode, v_tax_ppm, x.tax, p_fee_tax, v_now + p_hold, v_now,
               case when x.subtotal = 0 then v_now end, x.promo, x.source, case when x.subtotal > 0 or x.customer = any (v_unverified) then x.network end
        from (
          select x.*, nextval('order_numbers') as number
          from unnest(p_orders, p_customers, p_keys, p_names, p_emails, v_take, v_subtotal, v_tax, v_order_promo, p_sources, p_networks)
            x(id, customer, key, name, email, take, subtotal, tax, promo, source, network)
          where x.take
          offset 0
        ) x
        returning orders.id, orders.order_number, orders.status, orders.subtotal_cents, orders.added_tax_cents, orders.fee_cents, orders.expires_at
      )
      select null::integer, 'reserved'::text, made.id, made.order_number, made.status, made.subtotal_cents, made.added_tax_cents,
             made.fee_cents, made.expires_at, v_now, null::integer, null::text, null::integer, null::text
      from made;
    insert into order_items (order_id, ticket_type_id, quantity, unit_cents, discount_cents, added_tax_cents)
      select p_orders[x.o], p_types[x.t], x.q, v_price[x.t], coalesce(x.d, 0), coalesce(x.a, 0)
      from unnest(p_item_order, p_item_type, p_item_quantity, v_discount, v_added) x(o, t, q, d, a) where v_take[x.o];
    -- Orders that are confirmed here are free, so revenue doesn't change.
    update ticket_types t set quantity_held = t.quantity_held + x.held, quantity_sold = t.quantity_sold + x.sold
      from unnest(p_types, v_held, v_sold) x(id, held, sold) where t.id = x.id and x.held + x.sold > 0;
    if v_promo_id <> '{}' then
      update promo_codes c set used = c.used + x.used
        from unnest(v_promo_id, v_promo_used) x(id, used) where c.id = x.id and x.used > 0;
    end if;
    if v_free_orders <> '{}' then
      perform issue_tickets(v_free_orders);
      insert into order_outbox (order_id, kind) select x, 'confirmed' from unnest(v_free_orders) x;
    end if;
  end if;

  if false = any (v_take) then
    return query
      select x.n::integer, x.fault, o.id, o.order_number, o.status, o.subtotal_cents, o.added_tax_cents, o.fee_cents, o.expires_at, v_now,
             x.blamed, v_name[x.blamed], v_free[x.blamed] + x.own,
             case when o.id is not null then o.event_id || ' ' || (
               select string_agg(i.ticket_type_id || ':' || i.quantity, ' ' order by i.ticket_type_id)
               from order_items i where i.order_id = o.id)
               || coalesce((select ' ' || c.code from promo_codes c where c.id = o.promo_code_id), '') end
      from unnest(v_fault, v_existing, v_blamed, v_own) with ordinality x(fault, existing, blamed, own, n)
        left join orders o on o.id = x.existing
      where x.fault is not null;
  end if;
end $$;
