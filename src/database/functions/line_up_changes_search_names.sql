create or replace function line_up_changes_search_names() returns trigger language plpgsql as $$
begin
  perform refresh_event_search_names(array(select distinct event_id from changed));
  return null;
end $$;
