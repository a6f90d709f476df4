-- An event whose sheet all sides accepted, or an admin closed. From then on its shares are transferred.
create table settlements (
  event_id uuid primary key references events on delete restrict,
  settled_at timestamptz not null default clock_timestamp(),
  -- The figures that were accepted. Later refunds change the shares, not this.
  sheet jsonb not null check (jsonb_typeof(sheet) = 'object'),
  closed_by uuid references profiles on delete set null,
  close_reason text check (length(close_reason) between 1 and 500),
  check (closed_by is null or close_reason is not null)
);
create index settlements_closed_by on settlements (closed_by) where closed_by is not null;

-- A person accepts the figures that they saw: `digest` is of the sheet. It is void when a figure has changed.
create table settlement_acceptances (
  event_id uuid not null references events on delete cascade,
  person_id uuid not null references profiles on delete cascade,
  digest text not null,
  accepted_at timestamptz not null default clock_timestamp(),
  primary key (event_id, person_id)
);
create index settlement_acceptances_person on settlement_acceptances (person_id);

-- What the sides of an event were notified of because of the time, so that it happens once. `ready` starts the time after
-- which an admin can close the settlement. `uncovered`: the doors open soon, and tickets don't cover a guaranteed fee.
create table settlement_notices (
  event_id uuid not null references events on delete cascade,
  kind text not null check (kind in ('ready', 'first_reminder', 'second_reminder', 'uncovered')),
  -- Of `uncovered`: the booking, and its fee at that time. The sides are notified again of a higher fee.
  booking_id uuid references bookings on delete cascade,
  fee_cents integer,
  sent_at timestamptz not null,
  unique nulls not distinct (event_id, kind, booking_id),
  check ((kind = 'uncovered') = (booking_id is not null)),
  check ((booking_id is null) = (fee_cents is null))
);
create index settlement_notices_booking on settlement_notices (booking_id) where booking_id is not null;

-- A figure of a sheet that a side doesn't agree with. While one is open, no one is paid.
create table settlement_questions (
  id uuid primary key default new_id(),
  event_id uuid not null references events on delete cascade,
  person_id uuid references profiles on delete set null,
  -- Such as 'fees', 'cost:<booking>:0' or 'share:<booking>'.
  figure text not null check (length(figure) <= 100),
  expected_cents integer,
  reason text not null check (length(reason) between 1 and 1000),
  created_at timestamptz not null default clock_timestamp(),
  resolution text check (resolution in ('corrected', 'confirmed', 'withdrawn')),
  resolved_by uuid references profiles on delete set null,
  resolved_at timestamptz,
  reply text not null default '' check (length(reply) <= 1000),
  check ((resolution is null) = (resolved_at is null))
);
create index settlement_questions_event on settlement_questions (event_id, created_at);
create index settlement_questions_person on settlement_questions (person_id) where person_id is not null;
create index settlement_questions_resolver on settlement_questions (resolved_by) where resolved_by is not null;

-- What a person gets of an event. A negative amount reverses a part of an earlier transfer. A deposit comes from the organizer's
-- payment, everything else from ticket income and what they paid to cover a fee.
create table transfers (
  id uuid primary key default new_id(),
  event_id uuid not null references events on delete restrict,
  -- Null for what stays with the organizer.
  booking_id uuid references bookings on delete restrict,
  payee_id uuid references profiles on delete set null,
  reason text not null check (reason in ('deposit', 'guaranteed_fee', 'settlement', 'adjustment', 'offset')),
  amount_cents integer not null check (amount_cents <> 0),
  currency text not null,
  reverses uuid references transfers on delete restrict,
  -- The settled event whose debt it pays instead of going to the organizer.
  offset_event_id uuid references events on delete restrict,
  status text not null default 'requested' check (status in ('requested', 'done')),
  provider text,
  provider_reference text,
  created_at timestamptz not null default clock_timestamp(),
  done_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default clock_timestamp(),
  last_error text,
  check ((amount_cents < 0) = (reverses is not null)),
  check ((reason = 'offset') = (offset_event_id is not null)),
  check ((status = 'done') = (done_at is not null))
);
create index transfers_event on transfers (event_id);
create index transfers_booking on transfers (booking_id) where booking_id is not null;
create index transfers_payee on transfers (payee_id, created_at desc) where payee_id is not null;
create index transfers_reversals on transfers (reverses) where reverses is not null;
create index transfers_offsets on transfers (offset_event_id) where offset_event_id is not null;
create index transfers_open on transfers (next_attempt_at) where status = 'requested';
create constraint trigger transfers_posted after insert on transfers deferrable initially deferred
  for each row execute function post_transfer();
create constraint trigger transfers_sent_posted after update on transfers deferrable initially deferred
  for each row when (old.status <> new.status) execute function post_transfer();
create trigger transfers_not_changed before update on transfers for each row
  when (old.amount_cents <> new.amount_cents or old.event_id <> new.event_id or old.status = 'done' and new.status <> 'done')
  execute function refuse_change();
create trigger deposits_transferred after update of status on payments for each row
  when (new.status = 'approved' and new.purpose = 'deposit') execute function transfer_deposit();
