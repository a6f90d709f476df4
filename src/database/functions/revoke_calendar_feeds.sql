-- When an account is taken over, revokes its calendar address, which the creator may still have.
create or replace function revoke_calendar_feeds() returns trigger language plpgsql as $$
begin
  update calendar_feeds set version = version + 1, revoked_at = new.taken_over_at where user_id = new.id;
  return null;
end $$;
