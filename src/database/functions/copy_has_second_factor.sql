create or replace function copy_has_second_factor() returns trigger language plpgsql as $$
declare
  v_user uuid := coalesce(new.user_id, old.user_id);
begin
  -- Writes only on a change, so that starting to add a factor doesn't update the account.
  update accounts a set has_second_factor = not a.has_second_factor
    where a.id = v_user
      and a.has_second_factor <> exists (select from auth_factors f where f.user_id = v_user and f.status = 'verified');
  return null;
end $$;
