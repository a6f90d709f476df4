-- The comparison for the use case: one order per call in one PL/pgSQL function, the usual safe way to sell from a
-- contended row.
create function peer_reserve(p_customer uuid, p_key uuid, p_event uuid, p_type uuid, p_quantity int) returns uuid language plpgsql as $$
declare
  v_price int;
  v_order uuid;
begin
  update ticket_types set quantity_held = quantity_held + p_quantity
  where id = p_type and quantity_sold + quantity_held + p_quantity <= quantity_total
  returning price_cents into v_price;
  if not found then
    return null;
  end if;
  insert into orders (customer_id, event_id, client_key, subtotal_cents, fee_basis_points, fee_cents, expires_at)
  values (p_customer, p_event, p_key, v_price * p_quantity, 1000, (v_price * p_quantity * 1000 + 5000) / 10000, now() + interval '10 minutes')
  on conflict (customer_id, client_key) do nothing
  returning id into v_order;
  insert into order_items values (v_order, p_type, p_quantity, v_price);
  return v_order;
end $$;
