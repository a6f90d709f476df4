-- A valid ticket becomes cancelled or refunded, and its status never changes again.
create or replace function check_ticket_transition() returns trigger language plpgsql as $$
begin
  if old.status <> 'valid' then
    raise exception 'ticket %: % cannot become %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
