-- Cancels a customer's reservation. Returns the order's status afterwards, or null when it isn't theirs.
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
