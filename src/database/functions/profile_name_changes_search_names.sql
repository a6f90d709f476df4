-- Only events that the public list still shows.
create or replace function profile_name_changes_search_names() returns trigger language plpgsql as $$
begin
  perform refresh_event_search_names(array(
    select id from events where organizer_id = new.id and event_date > now()
    union
    select e.id from line_up_slots s join events e on e.id = s.event_id where s.dj_id = new.id and e.event_date > now()));
  return null;
end $$;
