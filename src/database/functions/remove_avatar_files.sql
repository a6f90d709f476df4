-- A trigger, so that files are also deleted with the account, or by a statement at the console.
create or replace function remove_avatar_files() returns trigger language plpgsql as $$
declare
  gone text := substring(old.avatar_url from '^/media/(avatars/[A-Za-z0-9_-]{22})/');
begin
  if gone is not null then
    insert into media_removals (set_key) values (gone) on conflict (set_key) do nothing;
  end if;
  return null;
end $$;
