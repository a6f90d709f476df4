-- Syncs the member type dj to the profile. Rows that already match are not written.
create or replace function copy_is_dj() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update profiles set is_dj = false where id = old.user_id and is_dj;
  else
    update profiles set is_dj = true where id = new.user_id and not is_dj;
  end if;
  return null;
end $$;
