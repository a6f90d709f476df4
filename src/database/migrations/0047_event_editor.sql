-- Who changed an event last, so that whoever was in the way is told of whom and when.
alter table events add column saved_by uuid references profiles on delete set null;
create index events_saved_by on events (saved_by);
-- Made by the browser that began the draft: what is sent twice makes one.
alter table events add column client_key uuid;
create unique index events_client_key on events (organizer_id, client_key) where client_key is not null;

-- `billing` is the place on the bill; this is how large the name stands there.
alter table line_up_slots add column billed_as text not null default 'support'
  check (billed_as in ('headline', 'special_guest', 'support', 'opening'));
update line_up_slots s set billed_as = 'headline' from events e where e.id = s.event_id and e.dj_id = s.dj_id;
-- The booking that it came from; each stands on one bill at most.
alter table line_up_slots add column booking_id uuid references bookings on delete set null;
create unique index line_up_slots_booking on line_up_slots (booking_id) where booking_id is not null;

-- As with the pictures of people: however the picture of a night goes, its files go too.
create function remove_event_files() returns trigger language plpgsql as $$
declare
  gone text := substring(old.featured_image_url from '^/media/(events/[A-Za-z0-9_-]{22})/');
begin
  -- A copy of a night shows the same files.
  if gone is not null and not exists (select from events where featured_image_url = old.featured_image_url) then
    insert into media_removals (set_key) values (gone) on conflict (set_key) do nothing;
  end if;
  return null;
end $$;
create index events_featured_image on events (featured_image_url) where featured_image_url is not null;
create trigger events_image_changes after update of featured_image_url on events
  for each row when (old.featured_image_url is distinct from new.featured_image_url) execute function remove_event_files();
create trigger events_image_goes after delete on events
  for each row when (old.featured_image_url is not null) execute function remove_event_files();
