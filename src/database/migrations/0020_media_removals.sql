-- Sets of uploaded files that nobody shows any more, or not yet: an upload enters its set here before the first file is
-- written, and takes it out in the transaction that shows it. Whatever is left and due is deleted with its files.
create table media_removals (
  set_key text primary key check (set_key ~ '^[a-z]{1,20}/[A-Za-z0-9_-]{22}$'),
  due_at timestamptz not null default now()
);

-- However a picture goes (another one, none, the whole account, by a statement at the console), its files go too.
create function remove_avatar_files() returns trigger language plpgsql as $$
declare
  gone text := substring(old.avatar_url from '^/media/(avatars/[A-Za-z0-9_-]{22})/');
begin
  if gone is not null then
    insert into media_removals (set_key) values (gone) on conflict (set_key) do nothing;
  end if;
  return null;
end $$;
create trigger profiles_avatar_changes after update of avatar_url on profiles
  for each row when (old.avatar_url is distinct from new.avatar_url) execute function remove_avatar_files();
create trigger profiles_avatar_goes after delete on profiles
  for each row when (old.avatar_url is not null) execute function remove_avatar_files();
