-- A DJ plays up to three genres; the first leads and is the one that the specification calls `genre`.
alter table profiles add column genres text[] not null default '{}';
update profiles set genres = array[genre] where genre is not null;
alter table profiles drop column genre;
alter table profiles add column genre text generated always as (genres[1]) stored;
alter table profiles add constraint profiles_genres check (
  cardinality(genres) <= 3
  and genres <@ array['Techno', 'House', 'Hard House', 'Progressive House', 'Deep House', 'Trance']
);

alter table profiles
  add column deposit_percent smallint check (deposit_percent between 0 and 100),
  add column timezone text check (length(timezone) between 1 and 64),
  -- The address for bookings is shown; the one that signs in never is.
  add column booking_email text check (booking_email = lower(btrim(booking_email)) and length(booking_email) between 3 and 254),
  add column booking_email_visibility text not null default 'connections'
    check (booking_email_visibility in ('everyone', 'members', 'connections')),
  add column phone_visibility text not null default 'connections'
    check (phone_visibility in ('everyone', 'members', 'connections'));

-- Being a DJ decides name and place of a profile in every list, so it stands in the row that the lists read.
alter table profiles add column is_dj boolean not null default false;
update profiles p set is_dj = true
  where exists (select from user_member_types t where t.user_id = p.id and t.member_type = 'dj');
create function copy_is_dj() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update profiles set is_dj = false where id = old.user_id;
  else
    update profiles set is_dj = true where id = new.user_id;
  end if;
  return null;
end $$;
create trigger member_types_dj_comes after insert on user_member_types
  for each row when (new.member_type = 'dj') execute function copy_is_dj();
create trigger member_types_dj_goes after delete on user_member_types
  for each row when (old.member_type = 'dj') execute function copy_is_dj();
-- A member type is added or taken away, never turned into another: the two triggers above see every change.
create trigger member_types_kept before update on user_member_types for each row execute function refuse_change();

-- Without the type dj, a DJ name is kept but not shown.
alter table profiles
  add column display_name text not null generated always as (
    case when is_dj and btrim(coalesce(dj_name, '')) <> '' then dj_name else full_name end) stored,
  -- Collation C: LIKE compares bytes, several times faster than by a language.
  add column search_text text collate "C" not null generated always as (
    lower(full_name || ' ' || case when is_dj then coalesce(dj_name, '') else '' end || ' ' || coalesce(location, ''))) stored;
drop index profiles_name_search;
create index profiles_search on profiles using gin (search_text gin_trgm_ops) where is_public;
create index profiles_djs_search on profiles using gin (search_text gin_trgm_ops) where is_public and is_dj;
-- Discover in its own order, with all that its filters need, so that a common word walks the index alone.
create index profiles_djs_by_age on profiles (created_at, id) include (genres, search_text) where is_public and is_dj;
create index profiles_public_by_age on profiles (created_at, id) include (search_text) where is_public;

-- The figure on the dashboard without counting every look there ever was.
create table profile_view_days (
  profile_id uuid not null references profiles on delete cascade,
  viewed_on date not null,
  views integer not null check (views > 0),
  primary key (profile_id, viewed_on)
);
insert into profile_view_days select profile_id, viewed_on, count(*) from profile_views group by 1, 2;
create function count_profile_views() returns trigger language plpgsql as $$
begin
  insert into profile_view_days (profile_id, viewed_on, views)
    select profile_id, viewed_on, count(*) from added group by 1, 2 order by 1, 2
  on conflict (profile_id, viewed_on) do update set views = profile_view_days.views + excluded.views;
  return null;
end $$;
create trigger profile_views_counted after insert on profile_views referencing new table as added
  for each statement execute function count_profile_views();
