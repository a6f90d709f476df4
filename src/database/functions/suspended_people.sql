create or replace function suspended_people() returns uuid[] language sql stable parallel safe as $$
  select array(select id from accounts where suspended_until > now())
$$;
