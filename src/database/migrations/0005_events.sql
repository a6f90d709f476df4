create table events (
  id uuid primary key default new_id(),
  title text not null check (length(btrim(title)) between 1 and 120),
  description text not null default '' check (length(description) <= 10000),
  event_type text not null check (event_type in ('club_night', 'warehouse', 'festival', 'day_party', 'live_set', 'residency')),
  event_date timestamptz not null,
  doors_at timestamptz,
  ends_at timestamptz,
  timezone text not null default 'UTC',
  event_status text not null default 'draft' check (event_status in ('draft', 'published', 'postponed', 'cancelled')),
  is_public boolean not null default true,
  location text not null check (length(location) <= 120),
  venue_name text not null check (length(venue_name) <= 120),
  venue_address text not null default '' check (length(venue_address) <= 300),
  capacity integer check (capacity > 0),
  age_restriction smallint check (age_restriction between 0 and 99),
  featured_image_url text,
  ticket_price_cents integer check (ticket_price_cents >= 0),
  ticket_price numeric(12, 2) generated always as (ticket_price_cents / 100.0) stored,
  tickets_available integer check (tickets_available >= 0),
  organizer_id uuid references profiles on delete set null,
  dj_id uuid references profiles on delete set null,
  is_sample boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (ends_at is null or ends_at > event_date)
);
-- The public list, in its own order, with its own WHERE.
create index events_public_by_date on events (event_date, id) where is_public and event_status = 'published';
create index events_public_type_by_date on events (event_type, event_date, id) where is_public and event_status = 'published';
create index events_search on events using gin ((title || ' ' || location) gin_trgm_ops) where is_public and event_status = 'published';
create index events_organizer on events (organizer_id, event_date desc);
create index events_dj on events (dj_id, event_date desc);

-- Who plays, from when to when. A name without an account may stand on the bill too.
create table line_up_slots (
  id uuid primary key default new_id(),
  event_id uuid not null references events on delete cascade,
  dj_id uuid references profiles on delete set null,
  name text not null check (length(btrim(name)) between 1 and 100),
  starts_at timestamptz,
  ends_at timestamptz,
  billing smallint not null default 0,
  check (ends_at is null or starts_at is null or ends_at > starts_at)
);
create index line_up_slots_event on line_up_slots (event_id, billing);
create index line_up_slots_dj on line_up_slots (dj_id);

-- Two counters of one stock: held belongs to reservations that may still expire, sold to confirmed tickets.
-- Revenue counts sold only; what is free is total - sold - held.
create table ticket_types (
  id uuid primary key default new_id(),
  event_id uuid not null references events on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 80),
  description text not null default '' check (length(description) <= 300),
  price_cents integer not null check (price_cents between 0 and 10000000),
  price numeric(12, 2) generated always as (price_cents / 100.0) stored,
  quantity_total integer not null check (quantity_total >= 0),
  quantity_sold integer not null default 0,
  quantity_held integer not null default 0,
  sort_order smallint not null default 0,
  sale_starts_at timestamptz,
  sale_ends_at timestamptz,
  created_at timestamptz not null default now(),
  constraint ticket_types_stock check (quantity_sold >= 0 and quantity_held >= 0 and quantity_sold + quantity_held <= quantity_total),
  check (sale_ends_at is null or sale_starts_at is null or sale_ends_at > sale_starts_at)
-- Room on each page keeps the counters' updates in place (HOT); the hot row is vacuumed early and often.
) with (fillfactor = 25, autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 1000);
create index ticket_types_event on ticket_types (event_id, sort_order);
