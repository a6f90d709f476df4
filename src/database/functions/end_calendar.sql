create or replace function end_calendar() returns trigger language plpgsql as $$
begin
  update calendar_feeds set version = version + 1, revoked_at = new.ended_everywhere_at, ended_with_sessions = true
    where user_id = new.id and revoked_at is null;
  return null;
end $$;
