-- Settles payments by the provider's references: confirms the order, or refunds payments that arrived too late, twice
-- or in the wrong amount. A late payment still confirms the order if the tickets, the promo code and the event are
-- available and no one is waiting. The outcome `booking` leaves the payment of a booking to settle-booking-payment.ts.
create or replace function settle_payments(p_provider text, p_references text[], p_amounts integer[])
returns table (slot integer, outcome text, order_id uuid) language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_now timestamptz;
  v_orders uuid[]; v_types uuid[]; v_free integer[];
  v_held_change integer[]; v_sold_change integer[]; v_revenue_change bigint[];
  -- Codes of expired orders, whose use was already released.
  v_late_promos uuid[];
  v_promos uuid[] := '{}'; v_promo_left integer[] := '{}'; v_promo_used integer[] := '{}'; v_promo record;
  v_offers uuid[] := '{}'; v_confirmed uuid[] := '{}'; v_approved uuid[] := '{}';
  v_returned uuid[] := '{}'; v_returned_cents integer[] := '{}'; v_returned_reason text[] := '{}'; v_returned_orders uuid[] := '{}';
  v_pays record;
  v_late_reason text;
  k integer; p integer;
begin
  -- Each reference is looked up separately, here and below: a join planned while payments were few would read all of
  -- them.
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

  -- A separate statement after the locks sees the changes of earlier lock holders.
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
               array_agg(i.amount_cents) as cents
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
    elsif v_pays.order_id is null then
      outcome := 'booking';
    else
      v_late_reason := null;
      p := null;
      if v_pays.order_status = 'expired' then
        if v_pays.promo_code_id is not null then
          p := array_position(v_promos, v_pays.promo_code_id);
          if v_promo_left[p] <= 0 then v_late_reason := 'promo_code_used_up'; end if;
        end if;
        for j in 1 .. cardinality(v_pays.types) loop
          if v_free[v_pays.types[j]] < v_pays.quantities[j] then
            v_late_reason := 'sold_out';
          end if;
        end loop;
        if not exists (
          select from events e where e.id = v_pays.event_id and e.event_status = 'published' and coalesce(e.ends_at, e.event_date) > v_now
        ) then
          v_late_reason := 'off_sale';
        end if;
      end if;
      if v_pays.is_amount_right and v_late_reason is null and v_pays.order_status in ('reserved', 'expired')
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
        v_returned_reason := v_returned_reason || v_late_reason;
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
    update payments set status = 'approved', settled_at = v_now, processing_since = null, decline_reason = null, check_at = null
      where id = any (v_approved);
    perform issue_tickets(v_confirmed);
    insert into order_outbox (order_id, kind) select x, 'confirmed' from unnest(v_confirmed) x;
  end if;
  if v_returned <> '{}' then
    -- The refund is the amount that was actually paid.
    update payments p set status = 'returned', settled_at = v_now, processing_since = null, decline_reason = null,
                          amount_cents = x.cents, check_at = null
      from unnest(v_returned, v_returned_cents) x(id, cents) where p.id = x.id;
    insert into refunds (payment_id, amount_cents, reason)
      select p.id, p.amount_cents, case o.status
          when 'expired' then coalesce(x.reason, 'amount_differs')
          when 'cancelled' then 'order_cancelled'
          when 'reserved' then 'amount_differs'
          else 'already_paid'
        end
      from unnest(v_returned, v_returned_reason) x(id, reason) join payments p on p.id = x.id join orders o on o.id = p.order_id;
    update orders set status = 'refunded', ended_at = v_now
      where id = any (v_returned_orders) and not id = any (v_confirmed) and status in ('expired', 'cancelled');
    insert into order_outbox (order_id, kind)
      select distinct p.order_id, 'refunded' from payments p where p.id = any (v_returned) on conflict do nothing;
  end if;
end $$;
