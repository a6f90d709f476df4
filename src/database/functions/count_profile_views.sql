create or replace function count_profile_views() returns trigger language plpgsql as $$
begin
  insert into profile_view_days (profile_id, viewed_on, views)
    select profile_id, viewed_on, count(*) from added group by 1, 2 order by 1, 2
  on conflict (profile_id, viewed_on) do update set views = profile_view_days.views + excluded.views;
  return null;
end $$;
