create or replace function recent_security_events(p_user uuid, p_at timestamptz) returns setof security_events language sql stable as $$
  select * from security_events where user_id = p_user and at > p_at - interval '1 day'
  union all
  select * from security_events where p_user is null and user_id is null and at > p_at - interval '1 day'
$$;
