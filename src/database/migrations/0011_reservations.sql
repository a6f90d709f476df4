-- Reserving, confirming and giving back, each as one set-based function: one call carries up to 256 orders and is one
-- transaction. The order of locks and the money rules are in features/ticketing/server/LOCKING.md.
--
-- The settings on the functions pin their plans to index lookups. A batch is tiny beside its tables whatever the
-- statistics say, and a plan made while the tables were empty would otherwise read them whole later.

-- returned: the money came too late, twice or in the wrong amount, and goes back in full; it has a refund.
alter table payments drop constraint payments_status_check;
alter table payments add constraint payments_status_check
  check (status in ('started', 'approved', 'declined', 'abandoned', 'returned'));
-- Since when the bank has been asked and has not said yes or no.
alter table payments add column processing_since timestamptz;

alter table refunds add column attempts integer not null default 0;
alter table refunds add column next_attempt_at timestamptz not null default now();
alter table refunds add column last_error text;

-- The bank's side of the sandbox: a yes that arrives later, across restarts.
create table sandbox_answers (
  reference text primary key,
  due_at timestamptz not null
);
create index sandbox_answers_due on sandbox_answers (due_at);

-- What customers are still to be told, written with the change itself and handed to the job queue afterwards.
create table order_notices (
  order_id uuid not null,
  kind text not null check (kind in ('confirmed', 'refunded')),
  primary key (order_id, kind)
);

-- The key first: it is what tells orders apart, and keys that rise with time stay together in the index.
alter table orders drop constraint orders_client_key_unique;
alter table orders add constraint orders_client_key_unique unique (client_key, customer_id);

-- lpad alone would cut numbers above 99,999 and repeat itself. One expression, so that set-based inserts can inline it.
create function order_number_of(n bigint, made_at timestamptz) returns text language sql stable parallel safe as $$
  select 'OR-' || extract(year from made_at)::text || '-' || lpad(n::text, greatest(5, length(n::text)), '0')
$$;
alter table orders alter column order_number set default order_number_of(nextval('order_numbers'), now());

create function ticket_number_of(n bigint) returns text language sql immutable parallel safe as $$
  select 'TK-' || lpad(upper(to_hex((n * 2654435761) % 6553600000 / 100000)), 4, '0')
    || '-' || lpad(((n * 2654435761) % 6553600000 % 100000)::text, 5, '0')
$$;
create or replace function next_ticket_number() returns text language sql volatile as $$
  select ticket_number_of(nextval('ticket_numbers'))
$$;

alter function check_order_sums() set enable_seqscan = off;
alter function check_order_sums() set enable_hashjoin = off;
alter function check_order_sums() set enable_mergejoin = off;
alter function check_order_sums() set jit = off;

-- One ticket row per seat of the given orders. The caller holds the orders' locks.
create function issue_tickets(p_orders uuid[]) returns void language sql volatile
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

-- Reserves a batch of orders of one event, greedily in order of arrival; orders without a price are confirmed at once.
-- p_types: the ticket types of the batch, each once, ascending. Items: parallel arrays, grouped by order; p_item_order
-- and p_item_type count from 1. A key must not occur twice in a batch.
-- Answers one row per order: outcome is reserved, replay (the key has an order already; `selection` describes it), or
-- why not: event_not_found, event_cancelled, event_over, not_on_sale, type_not_found, sold_out, no_payments.
create function reserve_orders(
  p_event uuid, p_hold interval, p_fee_points integer, p_can_pay boolean,
  p_orders uuid[], p_customers uuid[], p_keys uuid[], p_names text[], p_emails text[],
  p_types uuid[], p_item_order integer[], p_item_type integer[], p_item_quantity integer[]
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
  v_held integer[] := array_fill(0, array[cardinality(p_types)]);
  v_sold integer[] := v_held;
  v_existing uuid[];
  v_event_fault text;
  v_take boolean[] := array_fill(false, array[v_count]);
  v_subtotal integer[] := array_fill(0, array[v_count]);
  v_fault text[] := array_fill(null::text, array[v_count]);
  v_blamed integer[] := array_fill(null::integer, array[v_count]);
  v_free_orders uuid[] := '{}';
  v_type record;
  v_slot integer := 0;
  v_item integer := 1;
  v_first integer;
  v_sum integer;
  v_why text;
  k integer;
  q integer;
begin
  -- The hot rows, always in order of id. Not FOR UPDATE: that would also stop foreign keys from looking at them.
  for v_type in
    select t.id, t.name, t.price_cents, t.quantity_total - t.quantity_sold - t.quantity_held as free,
           t.sale_starts_at, t.sale_ends_at
    from ticket_types t where t.id = any (p_types) and t.event_id = p_event
    order by t.id for no key update
  loop
    v_now := clock_timestamp();
    k := array_position(p_types, v_type.id);
    v_price[k] := v_type.price_cents;
    v_free[k] := v_type.free;
    v_name[k] := v_type.name;
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
        if v_free[k] >= p_item_quantity[v_item] and v_on_sale[k] then
          v_sum := v_sum + v_price[k] * p_item_quantity[v_item];
        else
          v_why := case when v_price[k] is null then 'type_not_found' when not v_on_sale[k] then 'not_on_sale' else 'sold_out' end;
          v_blamed[v_slot] := k;
        end if;
      end if;
      v_item := v_item + 1;
    end loop;
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
      if v_sum = 0 then v_free_orders := v_free_orders || p_orders[v_slot]; end if;
    else
      v_fault[v_slot] := v_why;
    end if;
  end loop;

  if true = any (v_take) then
    return query
      with made as (
        insert into orders (id, order_number, customer_id, event_id, client_key, status, buyer_name, buyer_email, subtotal_cents,
                            fee_basis_points, fee_cents, expires_at, created_at, confirmed_at)
        select x.id, order_number_of(x.number, v_now), x.customer, p_event, x.key, case when x.subtotal = 0 then 'confirmed' else 'reserved' end, x.name,
               x.email, x.subtotal, p_fee_points, (x.subtotal::bigint * p_fee_points + 5000) / 10000, v_now + p_hold, v_now,
               case when x.subtotal = 0 then v_now end
        from (
          select x.*, nextval('order_numbers') as number
          from unnest(p_orders, p_customers, p_keys, p_names, p_emails, v_take, v_subtotal)
            x(id, customer, key, name, email, take, subtotal)
          where x.take
          offset 0
        ) x
        returning orders.id, orders.order_number, orders.status, orders.subtotal_cents, orders.fee_cents, orders.expires_at
      )
      select null::integer, 'reserved'::text, made.id, made.order_number, made.status, made.subtotal_cents, made.fee_cents,
             made.expires_at, v_now, null::integer, null::text, null::integer, null::text
      from made;
    insert into order_items (order_id, ticket_type_id, quantity, unit_cents)
      select p_orders[x.o], p_types[x.t], x.q, v_price[x.t]
      from unnest(p_item_order, p_item_type, p_item_quantity) x(o, t, q) where v_take[x.o];
    update ticket_types t set quantity_held = t.quantity_held + x.held, quantity_sold = t.quantity_sold + x.sold
      from unnest(p_types, v_held, v_sold) x(id, held, sold) where t.id = x.id and x.held + x.sold > 0;
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
               from order_items i where i.order_id = o.id) end
      from unnest(v_fault, v_existing, v_blamed) with ordinality x(fault, existing, blamed, n)
        left join orders o on o.id = x.existing
      where x.fault is not null;
  end if;
end $$;
