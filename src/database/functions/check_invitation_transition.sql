-- A pending code becomes used, expired or revoked, and never changes again.
create or replace function check_invitation_transition() returns trigger language plpgsql as $$
begin
  if old.status <> 'pending' then
    raise exception 'invitation %: % cannot become %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
