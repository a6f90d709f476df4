-- Repeats within an hour are stored as one row. After 100 rows of one account, kind and method in a day, address, device
-- and details are dropped, leaving one row per hour, so that an attacker can't fill the table. Each kind and method is
-- counted alone: a stranger's wrong passwords must not take these from the sign-in or the wrong second factor that follows.
create or replace function record_security_event(
  p_user uuid, p_actor uuid, p_kind text, p_at timestamptz, p_session uuid, p_ip text, p_country text, p_device text,
  p_is_new boolean, p_details jsonb
) returns uuid language plpgsql as $$
declare
  found_id uuid;
  is_full boolean;
begin
  -- Concurrent repeats must find each other's row. The account is locked first, as in identity/server/LOCKING.md.
  perform from accounts where id = p_user for key share;
  perform pg_advisory_xact_lock(hashtext('security_events'), hashtext(coalesce(p_user::text, '')));
  for attempt in 1..2 loop
    update security_events e set at = greatest(e.at, p_at), count = e.count + 1, session_id = coalesce(p_session, e.session_id)
    where e.id = (
      select s.id from recent_security_events(p_user, p_at) s
      where s.kind = p_kind and s.first_at > p_at - interval '1 hour' and s.ip is not distinct from p_ip and s.device is not distinct from p_device
        and s.actor_id is not distinct from p_actor and s.details = p_details and not s.is_new_device and not p_is_new
      order by s.at desc, s.id desc limit 1
    ) returning e.id into found_id;
    if found_id is not null then return found_id; end if;
    exit when attempt = 2;
    select count(*) = 100 into is_full from (
      select from recent_security_events(p_user, p_at) s
      where s.kind = p_kind and s.details -> 'methods' is not distinct from p_details -> 'methods' limit 100
    ) recent;
    exit when not is_full;
    p_ip := null; p_country := null; p_device := null; p_is_new := false; p_details := '{}';
  end loop;
  insert into security_events (user_id, actor_id, kind, at, first_at, session_id, ip, country, device, is_new_device, details)
    values (p_user, p_actor, p_kind, p_at, p_at, p_session, p_ip, p_country, p_device, p_is_new, p_details)
    returning id into found_id;
  return found_id;
end $$;
