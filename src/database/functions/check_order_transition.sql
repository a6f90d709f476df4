-- Also erases the network of an order that is no longer open.
create or replace function check_order_transition() returns trigger language plpgsql as $$
begin
  if not exists (select from order_transitions where from_status = old.status and to_status = new.status) then
    raise exception 'order %: % cannot become %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  new.network := null;
  return new;
end $$;
