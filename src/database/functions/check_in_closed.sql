-- Returns why check-in is closed at a moment, for every ticket. Null while it is open.
create or replace function check_in_closed(
  p_status text, p_is_date_open boolean, p_doors timestamptz, p_starts timestamptz, p_ends timestamptz, p_at timestamptz
) returns text language sql stable parallel safe as $$
  select case
    when p_status in ('cancelled', 'draft') then 'event_cancelled'
    when p_is_date_open then 'not_yet'
    when p_at < coalesce(p_doors, p_starts) - interval '24 hours' then 'not_yet'
    when p_at > coalesce(p_ends, p_starts + interval '12 hours') + interval '24 hours' then 'over'
  end
$$;
