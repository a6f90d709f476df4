create or replace function set_event_search_names() returns trigger language plpgsql as $$
begin
  new.search_names := event_search_names(new.id, new.organizer_id);
  return new;
end $$;
