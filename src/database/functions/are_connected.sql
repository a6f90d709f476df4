-- The planner doesn't inline this: each call is a look-up in an index. Right for the rows of a page, too slow for all rows of a search.
create or replace function are_connected(one uuid, other uuid) returns boolean language sql stable as $$
  select exists (
    select from connections c where c.status = 'accepted'
      and least(c.user_id, c.connected_user_id) = least(one, other)
      and greatest(c.user_id, c.connected_user_id) = greatest(one, other)
  )
$$;
