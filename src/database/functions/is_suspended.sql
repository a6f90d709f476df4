create or replace function is_suspended(person uuid) returns boolean language sql stable parallel safe as $$
  select exists (select from accounts where id = person and suspended_until > now())
$$;
