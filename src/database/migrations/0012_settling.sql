-- Ends reserved orders whose locks the caller holds, and gives their stock back. Payments nobody has answered are given
-- up; money that arrives all the same is settled by settle_payments.
create function release_orders(p_orders uuid[], p_status text) returns void language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
set plan_cache_mode = force_generic_plan as $$
begin
  perform 1 from ticket_types t
    where t.id = any (array(select i.ticket_type_id from order_items i where i.order_id = any (p_orders)))
    order by t.id for no key update;
  update orders set status = p_status, ended_at = clock_timestamp() where id = any (p_orders);
  update ticket_types t set quantity_held = t.quantity_held - x.quantity
    from (
      select i.ticket_type_id, sum(i.quantity) as quantity from order_items i
      where i.order_id = any (p_orders) group by i.ticket_type_id
    ) x where t.id = x.ticket_type_id;
  update payments set status = 'abandoned', settled_at = clock_timestamp()
    where order_id = any (p_orders) and status = 'started' and processing_since is null;
end $$;

-- Ends up to p_limit orders whose hold is over; answers how many. Orders somebody is settling at this moment are left to
-- the next run, so several processes may run this side by side.
create function expire_orders(p_limit integer) returns integer language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  v_orders uuid[];
begin
  v_orders := array(
    select o.id from orders o where o.status = 'reserved' and o.expires_at <= clock_timestamp()
    order by o.expires_at limit p_limit for no key update skip locked
  );
  if v_orders <> '{}' then perform release_orders(v_orders, 'expired'); end if;
  return cardinality(v_orders);
end $$;

-- Gives a customer's own held order back. Answers the order's status afterwards, null when it is not theirs.
create function cancel_order(p_order uuid, p_customer uuid) returns text language plpgsql as $$
declare
  v_status text;
begin
  select o.status into v_status from orders o
    where o.id = p_order and o.customer_id = p_customer for no key update;
  if v_status = 'reserved' then
    perform release_orders(array[p_order], 'cancelled');
    return 'cancelled';
  end if;
  return v_status;
end $$;

-- Orders that customers want to pay, each with the payment that is open already. One row per pair, in order; an order
-- that is not the customer's own comes back empty.
create function payable_orders(p_orders uuid[], p_customers uuid[], p_provider text)
returns table (
  id uuid, order_number text, status text, total_cents integer, is_over boolean, open_reference text
) language sql stable
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
  select o.id, o.order_number, o.status, o.total_cents, o.expires_at <= clock_timestamp(), (
      select p.provider_reference from payments p
      where p.order_id = o.id and p.provider = p_provider and p.status = 'started' and p.processing_since is null
      order by p.created_at desc limit 1
    )
  from unnest(p_orders, p_customers) with ordinality x(id, customer, n)
    left join orders o on o.id = x.id and o.customer_id = x.customer
  order by x.n
$$;

-- Money has arrived: honours it with tickets or sends it back in full, as rules/paid-order.ts decides. A reference must
-- not occur twice in a batch. Answers per reference: confirmed, returned, settled (nothing to do: it was settled before)
-- or unknown.
create function settle_payments(p_provider text, p_references text[], p_amounts integer[])
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
  v_confirmed uuid[] := '{}';
  v_approved uuid[] := '{}';
  v_returned uuid[] := '{}';
  v_returned_cents integer[] := '{}';
  v_returned_orders uuid[] := '{}';
  v_pays record;
  v_has_stock boolean;
  k integer;
begin
  -- Each reference is looked up by itself, here and below: a join planned while payments were few went through all of them.
  v_orders := array_remove(array(
    select (select p.order_id from payments p where p.provider = p_provider and p.provider_reference = x)
    from unnest(p_references) x
  ), null);
  perform 1 from orders o where o.id = any (v_orders) order by o.id for no key update;
  select array_agg(t.id), array_agg(t.free) into v_types, v_free from (
    select t.id, t.quantity_total - t.quantity_sold - t.quantity_held as free from ticket_types t
    where t.id = any (array(select i.ticket_type_id from order_items i where i.order_id = any (v_orders)))
    order by t.id for no key update
  ) t;
  v_now := clock_timestamp();
  v_held_change := array_fill(0, array[coalesce(cardinality(v_types), 0)]);
  v_sold_change := v_held_change;

  -- A statement of its own after the locks: it sees what whoever held them before has done.
  for v_pays in
    select x.n::integer as slot, x.paid_cents, p.id, p.status, p.order_id, o.status as order_status,
           x.paid_cents = p.amount_cents and x.paid_cents = o.total_cents as is_amount_right, i.types, i.quantities
    from unnest(p_references, p_amounts) with ordinality x(reference, paid_cents, n)
      left join lateral (
        select p.* from payments p where p.provider = p_provider and p.provider_reference = x.reference offset 0
      ) p on true
      left join lateral (select o.* from orders o where o.id = p.order_id offset 0) o on true
      left join lateral (
        select array_agg(array_position(v_types, i.ticket_type_id)) as types, array_agg(i.quantity) as quantities
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
      v_has_stock := true;
      if v_pays.order_status = 'expired' then
        for j in 1 .. cardinality(v_pays.types) loop
          v_has_stock := v_has_stock and v_free[v_pays.types[j]] >= v_pays.quantities[j];
        end loop;
      end if;
      if v_pays.is_amount_right and v_has_stock and v_pays.order_status in ('reserved', 'expired')
         and not v_pays.order_id = any (v_confirmed) then
        outcome := 'confirmed';
        v_confirmed := v_confirmed || v_pays.order_id;
        v_approved := v_approved || v_pays.id;
        for j in 1 .. cardinality(v_pays.types) loop
          k := v_pays.types[j];
          v_sold_change[k] := v_sold_change[k] + v_pays.quantities[j];
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
        if v_pays.order_status in ('expired', 'cancelled') then
          v_returned_orders := v_returned_orders || v_pays.order_id;
        end if;
      end if;
    end if;
    return next;
  end loop;

  if v_confirmed <> '{}' then
    update orders set status = 'confirmed', confirmed_at = v_now, ended_at = null where id = any (v_confirmed);
    update ticket_types t set quantity_held = t.quantity_held + x.held, quantity_sold = t.quantity_sold + x.sold
      from unnest(v_types, v_held_change, v_sold_change) x(id, held, sold) where t.id = x.id and x.sold > 0;
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
          when 'expired' then 'The payment came after the hold, and the tickets were gone.'
          when 'cancelled' then 'The payment came after the order was cancelled.'
          when 'reserved' then 'The amount paid was not the amount of the order.'
          else 'The order was paid already.'
        end
      from payments p join orders o on o.id = p.order_id where p.id = any (v_returned);
    update orders set status = 'refunded', ended_at = v_now
      where id = any (v_returned_orders) and not id = any (v_confirmed) and status in ('expired', 'cancelled');
    insert into order_notices (order_id, kind)
      select distinct p.order_id, 'refunded' from payments p where p.id = any (v_returned) on conflict do nothing;
  end if;
end $$;
