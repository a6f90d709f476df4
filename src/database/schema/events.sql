-- The same table of changes as features/events/rules/event-status.ts. A test compares the two.
create table event_transitions (
  from_status text not null,
  to_status text not null,
  primary key (from_status, to_status)
);
insert into event_transitions (from_status, to_status) values
  ('draft', 'published'), ('published', 'draft'), ('published', 'postponed'), ('published', 'cancelled'),
  ('postponed', 'published'), ('postponed', 'cancelled');

create table events (
  id uuid primary key default new_id(),
  organizer_id uuid references profiles on delete set null,
  -- The host: the first headliner with an account.
  dj_id uuid references profiles on delete set null,
  title text not null check (length(btrim(title)) between 1 and 120),
  description text not null default '' check (length(description) <= 10000),
  event_type text not null check (event_type in ('club_night', 'warehouse', 'festival', 'day_party', 'live_set', 'residency')),
  event_date timestamptz not null,
  doors_at timestamptz,
  ends_at timestamptz,
  timezone text not null default 'UTC',
  -- Public lists sort by the day in the event's own city, then by the moment, so that days of distant cities don't mix.
  local_day date not null generated always as ((event_date at time zone timezone)::date) stored,
  location text not null check (length(location) <= 120),
  venue_name text not null check (length(venue_name) <= 120),
  venue_address text not null default '' check (length(venue_address) <= 300),
  capacity integer check (capacity > 0),
  age_restriction smallint check (age_restriction between 0 and 99),
  featured_image_url text,
  ticket_price_cents integer check (ticket_price_cents >= 0),
  ticket_price numeric(12, 2) generated always as (ticket_price_cents / 100.0) stored,
  tickets_available integer check (tickets_available >= 0),
  is_public boolean not null default true,
  -- Whether reserving tickets requires a CAPTCHA. Without effect while the operator has not set one up.
  requires_captcha boolean not null default false,
  event_status text not null default 'draft' check (event_status in ('draft', 'published', 'postponed', 'cancelled')),
  published_at timestamptz,
  -- Why it was postponed or cancelled, as visitors read it.
  status_words text not null default '' check (length(status_words) <= 500),
  status_changed_at timestamptz,
  -- The date before the event was moved.
  moved_from timestamptz,
  -- Postponed without a new date; `event_date` is still the old one.
  is_date_open boolean not null default false,
  -- Until then, ticket holders can refund their tickets themselves.
  refundable_until timestamptz,
  -- Date and place as ticket holders were last notified of them, and when: the emails of the last day, which are limited.
  told jsonb,
  told_at timestamptz[] not null default '{}',
  -- Each save increments it. A save that was based on another version is refused, with the name of the person who saved last.
  version integer not null default 1,
  saved_by uuid references profiles on delete set null,
  -- Made by the browser that started the draft, so that a request sent twice creates one event.
  client_key uuid,
  is_sample boolean not null default false,
  -- Names of the line-up and of the organizer, written by triggers.
  search_names text not null default '',
  -- 600 characters of at most 4 bytes: an entry of events_search_by_day holds at most 2,704 bytes.
  search_text text collate "C" not null generated always as (
    left(fold_text(title || ' ' || location || ' ' || venue_name || ' ' || search_names), 600)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (ends_at is null or ends_at > event_date),
  -- JavaScript holds the microseconds since 1970 of such times exactly, which cursors rely on.
  constraint events_date_is_plausible check (event_date >= '2000-01-01 00:00Z' and event_date < '2200-01-01 00:00Z'),
  constraint events_date_open_when_postponed check (not is_date_open or event_status in ('postponed', 'cancelled'))
);
create index events_organizer on events (organizer_id, event_date desc);
create index events_dj on events (dj_id, event_date desc);
create index events_saved_by on events (saved_by);
create index events_sample on events (id) where is_sample;
create unique index events_client_key on events (organizer_id, client_key) where client_key is not null;
create index events_featured_image on events (featured_image_url) where featured_image_url is not null;
-- Recently cancelled events, for orders that were placed at that moment.
create index events_cancelled on events (status_changed_at) where event_status = 'cancelled';
-- The public list, in its own order, with its own WHERE.
create index events_public_by_day on events (local_day, event_date, id) where is_public and event_status = 'published';
create index events_public_type_by_day on events (event_type, local_day, event_date, id) where is_public and event_status = 'published';
create index events_search_by_day on events (local_day, event_date, id) include (event_type, timezone, search_text)
  where is_public and event_status = 'published';
create index events_search on events using gin (search_text gin_trgm_ops) where is_public and event_status = 'published';
create trigger events_transition before update of event_status on events
  for each row when (old.event_status is distinct from new.event_status) execute function check_event_transition();
create trigger events_image_changes after update of featured_image_url on events
  for each row when (old.featured_image_url is distinct from new.featured_image_url) execute function remove_event_files();
create trigger events_image_goes after delete on events
  for each row when (old.featured_image_url is not null) execute function remove_event_files();
create trigger events_search_names before insert or update of organizer_id on events for each row execute function set_event_search_names();

-- People who help the organizer. A manager sees everything but the money; door staff see only the check-in.
create table event_people (
  event_id uuid not null references events on delete cascade,
  person_id uuid not null references profiles on delete cascade,
  relation text not null check (relation in ('manager', 'door')),
  added_by uuid references profiles on delete set null,
  created_at timestamptz not null default now(),
  primary key (event_id, person_id)
);
create index event_people_person on event_people (person_id, event_id);
create index event_people_added_by on event_people (added_by);

-- Views and sold tickets by day of the event's time zone and by source. Refunds are subtracted, and one that is counted before its sale
-- makes `tickets` negative for a second.
create table event_traffic (
  event_id uuid not null references events on delete cascade,
  day date not null,
  source text not null check (source in ('list', 'home', 'chat', 'profile', 'direct', 'elsewhere', 'waitlist', 'given', 'unknown')),
  views integer not null default 0 check (views >= 0),
  tickets integer not null default 0,
  primary key (event_id, day, source)
);
