create table bookings (
  id uuid primary key default new_id(),
  client_id uuid references profiles on delete set null,
  dj_id uuid references profiles on delete set null,
  event_date timestamptz not null,
  ends_at timestamptz not null,
  timezone text not null default 'UTC',
  event_type text not null check (length(event_type) between 1 and 60),
  location text not null check (length(location) between 1 and 200),
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'completed', 'cancelled')),
  fee_cents integer check (fee_cents >= 0),
  event_id uuid references events on delete set null,
  cancelled_by uuid references profiles on delete set null,
  cancel_reason text check (length(cancel_reason) <= 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (ends_at > event_date),
  -- Two confirmed sets of one DJ never overlap, whoever confirms at the same instant.
  constraint bookings_no_double_booking exclude using gist (dj_id with =, tstzrange(event_date, ends_at) with &&)
    where (status in ('confirmed', 'completed'))
);
create index bookings_client on bookings (client_id, event_date desc);
create index bookings_dj on bookings (dj_id, event_date desc);
create index bookings_created on bookings (created_at desc, id desc);

create function check_booking_transition() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (('pending', 'confirmed'), ('pending', 'cancelled'), ('confirmed', 'completed'), ('confirmed', 'cancelled')) then
    raise exception 'booking %: % cannot become %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger bookings_transition before update of status on bookings
  for each row when (old.status is distinct from new.status) execute function check_booking_transition();

-- Every step of an agreement, never changed afterwards.
create table booking_steps (
  id uuid primary key default new_id(),
  booking_id uuid not null references bookings on delete cascade,
  actor_id uuid references profiles on delete set null,
  kind text not null check (kind in ('request', 'offer', 'accept', 'decline', 'cancel', 'complete', 'expire')),
  terms jsonb not null default '{}',
  message text check (length(message) <= 2000),
  created_at timestamptz not null default now()
);
create index booking_steps_booking on booking_steps (booking_id, created_at);
create function keep_booking_step() returns trigger language plpgsql as $$
begin
  -- The one change that is let through: a deleted account takes its name out of the trail.
  if new.actor_id is null and (new.id, new.booking_id, new.kind, new.terms, new.created_at) = (old.id, old.booking_id, old.kind, old.terms, old.created_at)
     and new.message is not distinct from old.message then
    return new;
  end if;
  raise exception 'booking_steps is append-only' using errcode = 'insufficient_privilege';
end $$;
create trigger booking_steps_kept before update on booking_steps for each row execute function keep_booking_step();

create table reviews (
  id uuid primary key default new_id(),
  booking_id uuid not null references bookings on delete cascade,
  author_id uuid references profiles on delete set null,
  subject_id uuid not null references profiles on delete cascade,
  rating smallint not null check (rating between 1 and 5),
  body text not null default '' check (length(body) <= 2000),
  published_at timestamptz,
  created_at timestamptz not null default now(),
  unique (booking_id, author_id)
);
create index reviews_subject on reviews (subject_id, published_at desc) where published_at is not null;
