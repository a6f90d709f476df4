-- Issues complimentary tickets of an event in an order without a price. It ignores the waitlist: the organizer decides.
-- Outcomes: given, sold_out, not_found (no such type of this event) or event_off (a draft, cancelled or over).
create or replace function give_tickets(p_event uuid, p_type uuid, p_quantity integer, p_name text, p_email text, p_customer uuid)
returns table (outcome text, order_id uuid) language plpgsql as $$
#variable_conflict use_column
declare
  v_now timestamptz; v_free integer;
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
                      currency, tax_mode, tax_ppm, expires_at, created_at, confirmed_at, is_comp)
    select v_order, p_customer, p_event, gen_random_uuid(), 'confirmed', p_name, p_email, 0, 0, 0, e.currency, e.tax_mode, e.tax_ppm, v_now, v_now, v_now, true
    from events e where e.id = p_event;
  insert into order_items (order_id, ticket_type_id, quantity, unit_cents) values (v_order, p_type, p_quantity, 0);
  update ticket_types set quantity_sold = quantity_sold + p_quantity where id = p_type;
  perform issue_tickets(array[v_order]);
  insert into order_outbox (order_id, kind) values (v_order, 'confirmed');
  return query select 'given', v_order;
end $$;
