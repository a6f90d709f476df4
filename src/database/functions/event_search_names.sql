create or replace function event_search_names(p_event uuid, p_organizer uuid) returns text language sql stable as $$
  select coalesce((
    select string_agg(name, ' ' order by place, name) from (
      select name, min(place) as place from (
        select s.name, s.billing as place from line_up_slots s where s.event_id = p_event
        union all
        select p.display_name, s.billing from line_up_slots s join profiles p on p.id = s.dj_id where s.event_id = p_event
        union all
        select display_name, -1 from profiles where id = p_organizer
      ) named group by name
    ) names), '')
$$;
