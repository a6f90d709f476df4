-- Search ignores case and accents: "malmo" finds Malmö. lib/fold-text.ts folds what people type in the same way.
create function fold_text(value text) returns text language sql immutable strict parallel safe as $$
  select replace(replace(replace(replace(
    translate(lower(regexp_replace(normalize(value, nfkd), '[\u0300-\u036f]', '', 'g')), 'øłđðıħς', 'olddihσ'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
$$;

-- Events: title, city and venue, then the names of the line-up and the organizer.
alter table events add column search_names text not null default '';
create function event_search_names(p_event uuid, p_organizer uuid) returns text language sql stable as $$
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
update events set search_names = event_search_names(id, organizer_id);
drop index events_search, events_search_by_date;
alter table events drop column search_text;
-- 600 characters of at most 4 bytes: an entry of events_search_by_date holds at most 2,704 bytes.
alter table events add column search_text text collate "C" not null generated always as (
  left(fold_text(title || ' ' || location || ' ' || venue_name || ' ' || search_names), 600)) stored;
create index events_search on events using gin (search_text gin_trgm_ops) where is_public and event_status = 'published';
create index events_search_by_date on events (event_date, id) include (event_type, timezone, search_text)
  where is_public and event_status = 'published';

create function set_event_search_names() returns trigger language plpgsql as $$
begin
  new.search_names := event_search_names(new.id, new.organizer_id);
  return new;
end $$;
create trigger events_search_names before insert or update of organizer_id on events
  for each row execute function set_event_search_names();

-- Locks the events in the order of their ids, so that two changes of names never wait for each other.
create function refresh_event_search_names(p_events uuid[]) returns void language plpgsql as $$
begin
  perform from events where id = any (p_events) order by id for no key update;
  update events e set search_names = event_search_names(e.id, e.organizer_id)
    where e.id = any (p_events) and e.search_names <> event_search_names(e.id, e.organizer_id);
end $$;
create function line_up_changes_search_names() returns trigger language plpgsql as $$
begin
  perform refresh_event_search_names(array(select distinct event_id from changed));
  return null;
end $$;
create trigger line_up_slots_added after insert on line_up_slots referencing new table as changed
  for each statement execute function line_up_changes_search_names();
create trigger line_up_slots_updated after update on line_up_slots referencing new table as changed
  for each statement execute function line_up_changes_search_names();
create trigger line_up_slots_removed after delete on line_up_slots referencing old table as changed
  for each statement execute function line_up_changes_search_names();
-- Only events that the public list still shows.
create function profile_name_changes_search_names() returns trigger language plpgsql as $$
begin
  perform refresh_event_search_names(array(
    select id from events where organizer_id = new.id and event_date > now()
    union
    select e.id from line_up_slots s join events e on e.id = s.event_id where s.dj_id = new.id and e.event_date > now()));
  return null;
end $$;
create trigger profiles_renamed after update on profiles
  for each row when (old.display_name is distinct from new.display_name) execute function profile_name_changes_search_names();

-- People.
drop index profiles_search, profiles_djs_search, profiles_djs_by_age, profiles_public_by_age;
alter table profiles drop column search_text;
alter table profiles add column search_text text collate "C" not null generated always as (
  fold_text(full_name || ' ' || case when is_dj then coalesce(dj_name, '') else '' end || ' ' || coalesce(location, ''))) stored;
create index profiles_search on profiles using gin (search_text gin_trgm_ops) where is_public;
create index profiles_djs_search on profiles
  using gin (search_text gin_trgm_ops, genres, short_parts(search_text)) where is_public and is_dj;
create index profiles_djs_by_age on profiles (created_at, id) include (genres, search_text) where is_public and is_dj;
create index profiles_public_by_age on profiles (created_at, id) include (search_text) where is_public;

-- Qualified: PostgreSQL builds indexes with an empty search_path.
drop index profiles_account_search, profiles_names;
create or replace function account_text(email text, full_name text, dj_name text) returns text
language sql immutable parallel safe as $$
  select public.fold_text(coalesce(email, '') || ' ' || full_name || ' ' || coalesce(dj_name, '')) collate "C"
$$;
create index profiles_account_search on profiles
  using gin (account_text(email, full_name, dj_name) gin_trgm_ops, short_parts(account_text(email, full_name, dj_name)));
create index profiles_names on profiles using gin (fold_text(full_name || ' ' || coalesce(dj_name, '')) gin_trgm_ops)
  with (fastupdate = off);

-- Rooms, bookings, invitations, audit log.
drop index chat_rooms_names, bookings_search, invitations_search, audit_log_search;
create index chat_rooms_names on chat_rooms using gin (fold_text(name) gin_trgm_ops);
create index bookings_search on bookings
  using gin (fold_text(location || ' ' || event_type || ' ' || booking_number) gin_trgm_ops) with (fastupdate = off);
alter table invitations drop column search_text;
alter table invitations add column search_text text collate "C" not null
  generated always as (fold_text(coalesce(note, '') || ' ' || coalesce(sent_to, ''))) stored;
create index invitations_search on invitations using gin (search_text gin_trgm_ops) where search_text <> ' ';
alter table audit_log drop column search_text;
create or replace function audit_search_text(p_action text, p_subject_id text, p_details jsonb) returns text
language sql immutable parallel safe as $$
  select public.fold_text(translate(p_action, '._', '  ') || ' ' || regexp_replace(
    p_subject_id || ' ' || coalesce((select string_agg(value, ' ') from jsonb_each_text(p_details)), ''),
    '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', '', 'gi'))
$$;
alter table audit_log
  add column search_text text collate "C" not null generated always as (audit_search_text(action, subject_id, details)) stored;
create index audit_log_search on audit_log using gin (search_text gin_trgm_ops) with (fastupdate = off);

-- Attendees of one event, by name or address of the buyer. Only confirmed orders: a reservation doesn't pay for the index.
create extension if not exists btree_gin;
create index orders_buyer_search on orders
  using gin (event_id, fold_text(buyer_name || ' ' || buyer_email || ' ' || order_number) gin_trgm_ops)
  where status in ('confirmed', 'refunded');
