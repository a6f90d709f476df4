-- As remove_avatar_files. A copy of an event shows the same files.
create or replace function remove_event_files() returns trigger language plpgsql as $$
declare
  gone text := substring(old.featured_image_url from '^/media/(events/[A-Za-z0-9_-]{22})/');
begin
  if gone is not null and not exists (select from events where featured_image_url = old.featured_image_url) then
    insert into media_removals (set_key) values (gone) on conflict (set_key) do nothing;
  end if;
  return null;
end $$;
