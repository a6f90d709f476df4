-- Locks the events in the order of their ids, so that two changes of names never wait for each other.
create or replace function refresh_event_search_names(p_events uuid[]) returns void language plpgsql as $$
begin
  perform from events where id = any (p_events) order by id for no key update;
  update events e set search_names = event_search_names(e.id, e.organizer_id)
    where e.id = any (p_events) and e.search_names <> event_search_names(e.id, e.organizer_id);
end $$;
