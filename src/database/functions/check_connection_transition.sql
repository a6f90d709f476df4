create or replace function check_connection_transition() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (('pending', 'accepted'), ('pending', 'declined'), ('declined', 'pending')) then
    raise exception 'connection %: % cannot become %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
