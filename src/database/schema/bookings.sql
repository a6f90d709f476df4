create sequence booking_numbers as integer;

-- A booking holds the current terms; each row of booking_steps keeps the terms that it proposed.
create table bookings (
  id uuid primary key default new_id(),
  booking_number text not null default next_booking_number(),
  client_id uuid references profiles on delete set null,
  dj_id uuid references profiles on delete set null,
  event_id uuid references events on delete set null,
  event_date timestamptz not null,
  ends_at timestamptz not null check (ends_at > event_date),
  timezone text not null default 'UTC',
  event_type text not null check (length(event_type) between 1 and 60),
  location text not null check (length(location) between 1 and 200),
  fee_cents integer check (fee_cents >= 0),
  deposit_cents integer check (deposit_cents between 0 and fee_cents),
  hospitality text not null default '' check (length(hospitality) <= 1000),
  technical text not null default '' check (length(technical) <= 1000),
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'completed', 'cancelled')),
  -- The number of booking_steps. An answer names the number it has read, so that no one accepts terms they have not seen.
  steps integer not null default 1 check (steps >= 1),
  -- Who has to answer while it is pending, and until when.
  awaiting_id uuid references profiles on delete set null,
  answer_by timestamptz,
  completed_at timestamptz,
  cancelled_by uuid references profiles on delete set null,
  cancel_reason text check (length(cancel_reason) <= 500),
  -- Made by the browser, so that a request sent twice creates one booking.
  client_key uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint bookings_number unique (booking_number),
  -- Two confirmed sets of one DJ never overlap, even when both are confirmed at the same moment.
  constraint bookings_no_double_booking exclude using gist (dj_id with =, tstzrange(event_date, ends_at) with &&)
    where (status in ('confirmed', 'completed')),
  constraint bookings_two_people check (client_id <> dj_id),
  constraint bookings_answer check (status = 'pending' or awaiting_id is null and answer_by is null),
  constraint bookings_completed check ((status = 'completed') = (completed_at is not null))
);
create unique index bookings_client_key on bookings (client_id, client_key) where client_key is not null;
create index bookings_client on bookings (client_id, event_date desc);
create index bookings_dj on bookings (dj_id, event_date desc);
create index bookings_event on bookings (event_id) where event_id is not null;
create index bookings_awaiting on bookings (awaiting_id) where awaiting_id is not null;
create index bookings_cancelled_by on bookings (cancelled_by) where cancelled_by is not null;
create index bookings_to_expire on bookings (answer_by) where status = 'pending';
create index bookings_to_complete on bookings (ends_at) where status = 'confirmed';
create index bookings_completed_by_end on bookings (ends_at) where status = 'completed';
create index bookings_created on bookings (created_at desc, id desc);
create index bookings_status on bookings (status, created_at desc, id desc);
create index bookings_search on bookings
  using gin (fold_text(location || ' ' || event_type || ' ' || booking_number) gin_trgm_ops) with (fastupdate = off);
create trigger bookings_transition before update of status on bookings
  for each row when (old.status is distinct from new.status) execute function check_booking_transition();

-- Every step of an agreement. Rows are never changed.
create table booking_steps (
  id uuid primary key default new_id(),
  booking_id uuid not null references bookings on delete cascade,
  -- Unique, so that of two answers at the same moment only one is the third step.
  position integer not null,
  actor_id uuid references profiles on delete set null,
  kind text not null check (kind in ('request', 'offer', 'accept', 'decline', 'cancel', 'complete', 'expire')),
  terms jsonb not null default '{}',
  message text check (length(message) <= 2000),
  created_at timestamptz not null default now(),
  constraint booking_steps_position unique (booking_id, position)
);
create index booking_steps_actor on booking_steps (actor_id);
create trigger booking_steps_kept before update on booking_steps for each row execute function keep_booking_step();
create trigger booking_steps_not_deleted before delete on booking_steps for each row execute function keep_booking_steps_of_bookings();
create trigger booking_steps_not_emptied before truncate on booking_steps for each statement execute function refuse_change();

create table reviews (
  id uuid primary key default new_id(),
  booking_id uuid not null references bookings on delete cascade,
  author_id uuid references profiles on delete set null,
  subject_id uuid not null references profiles on delete cascade,
  -- A DJ's rating counts only reviews of their sets, not of events for which they booked others.
  is_of_dj boolean not null default false,
  rating smallint not null check (rating between 1 and 5),
  body text not null default '' check (length(body) <= 2000),
  published_at timestamptz,
  created_at timestamptz not null default now(),
  unique (booking_id, author_id)
);
create index reviews_subject on reviews (subject_id, published_at desc) where published_at is not null;
create index reviews_author on reviews (author_id);
create index reviews_unpublished on reviews (booking_id) where published_at is null;
-- Discover reads the rating of each card from this index alone.
create index reviews_of_djs on reviews (subject_id) include (rating) where published_at is not null and is_of_dj;
create trigger reviews_side before insert on reviews for each row execute function note_side_of_review();

-- A day, in the DJ's own time zone, on which the DJ accepts no requests.
create table calendar_holds (
  id uuid primary key default new_id(),
  dj_id uuid not null references profiles on delete cascade,
  day date not null,
  note text not null default '' check (length(note) <= 80),
  -- The hold ends after this day. Null: never.
  until date,
  created_at timestamptz not null default now(),
  unique (dj_id, day)
);

-- The address of a member's calendar is derived from `version` and SECRET, so nothing secret is stored.
create table calendar_feeds (
  user_id uuid primary key references profiles on delete cascade,
  version integer not null default 1 check (version >= 1),
  revoked_at timestamptz,
  ended_with_sessions boolean not null default false
);
