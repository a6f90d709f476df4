-- Offers available tickets to the waitlist. A customer without an email keeps their place and doesn't block the others.
create or replace function offer_waitlist(p_type uuid, p_hold interval, p_fee_points integer, p_fee_tax integer, p_can_pay boolean, p_limit integer)
returns table (entry_id uuid, order_id uuid, customer_id uuid) language plpgsql as $$
#variable_conflict use_column
declare
  v_now timestamptz;
  v_type record; v_event record; v_entry record;
  v_free integer; v_subtotal integer; v_tax integer;
begin
  select t.* into v_type from ticket_types t where t.id = p_type for no key update;
  if not found then return; end if;
  v_now := clock_timestamp();
  select e.currency, e.tax_mode, e.tax_ppm, e.event_status, e.is_public, coalesce(e.ends_at, e.event_date) <= v_now and e.event_status <> 'postponed' as is_over
    into v_event from events e where e.id = v_type.event_id;
  -- The sale of a postponed event ends later, once the event has a date.
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
    select w.id, w.customer_id, w.quantity, p.full_name, coalesce(p.email, '') as email
    from waitlist_entries w join profiles p on p.id = w.customer_id
    where w.ticket_type_id = p_type and w.status = 'waiting' order by w.created_at, w.id limit p_limit
  loop
    exit when v_free <= 0;
    entry_id := v_entry.id;
    customer_id := v_entry.customer_id;
    order_id := new_id();
    v_entry.quantity := least(v_free, v_entry.quantity);
    v_subtotal := v_entry.quantity * v_type.price_cents;
    v_tax := added_tax(v_subtotal, v_event.tax_mode, v_event.tax_ppm);
    insert into orders (id, customer_id, event_id, client_key, status, buyer_name, buyer_email, subtotal_cents, fee_basis_points, fee_cents,
                        currency, tax_mode, tax_ppm, added_tax_cents, fee_tax_ppm, expires_at, created_at, is_offer)
      values (order_id, customer_id, v_type.event_id, gen_random_uuid(), 'reserved', v_entry.full_name, v_entry.email, v_subtotal, p_fee_points,
              (v_subtotal::bigint * p_fee_points + 5000) / 10000, v_event.currency, v_event.tax_mode, v_event.tax_ppm, v_tax, p_fee_tax,
              v_now + p_hold, v_now, true);
    insert into order_items (order_id, ticket_type_id, quantity, unit_cents, added_tax_cents)
      values (order_id, p_type, v_entry.quantity, v_type.price_cents, v_tax);
    update ticket_types set quantity_held = quantity_held + v_entry.quantity where id = p_type;
    update waitlist_entries set status = 'offered', order_id = offer_waitlist.order_id, offered_at = v_now where id = v_entry.id;
    v_free := v_free - v_entry.quantity;
    return next;
  end loop;
end $$;
