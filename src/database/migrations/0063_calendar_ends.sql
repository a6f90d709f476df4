-- When somebody ended every session of theirs, or all but one, also by a new password: what was handed out before counts no more.
alter table accounts add column ended_everywhere_at timestamptz;
alter table calendar_feeds add column ended_with_sessions boolean not null default false;

create function end_calendar() returns trigger language plpgsql as $$
begin
  update calendar_feeds set version = version + 1, revoked_at = new.ended_everywhere_at, ended_with_sessions = true
    where user_id = new.id and revoked_at is null;
  return null;
end $$;
create trigger accounts_ended_everywhere after update of ended_everywhere_at on accounts
  for each row when (new.ended_everywhere_at is distinct from old.ended_everywhere_at) execute function end_calendar();
