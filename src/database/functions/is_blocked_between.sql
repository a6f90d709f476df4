-- The planner doesn't inline this, as with are_connected.
create or replace function is_blocked_between(one uuid, other uuid) returns boolean language sql stable as $$
  select exists (
    select from blocks b where (b.blocker_id = one and b.blocked_id = other) or (b.blocker_id = other and b.blocked_id = one)
  )
$$;
