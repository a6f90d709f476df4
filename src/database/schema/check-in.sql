create table guests (
  id uuid primary key default new_id(),
  event_id uuid not null references events on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 100),
  plus_ones smallint not null default 0 check (plus_ones between 0 and 20),
  -- The host of the guest: `Juno Okafor`, `press`.
  guest_of text not null default '' check (length(guest_of) <= 100),
  -- How many of 1 + plus_ones are checked in.
  arrived smallint not null default 0,
  arrived_at timestamptz,
  added_by uuid references profiles on delete set null,
  created_at timestamptz not null default now(),
  constraint guests_arrived check (arrived between 0 and 1 + plus_ones),
  check ((arrived = 0) = (arrived_at is null))
);
create index guests_event on guests (event_id, lower(name), id);
create index guests_added_by on guests (added_by);

-- Every scan, stored once. features/check-in/rules/merge-entries.ts combines several scans of one ticket, and
-- features/orders/server/LOCKING.md describes the locks of check_in.
create table check_ins (
  -- Generated on the phone, so that a scan sent twice counts once.
  nonce uuid primary key,
  event_id uuid not null references events on delete cascade,
  ticket_id uuid references tickets on delete cascade,
  guest_id uuid references guests on delete cascade,
  -- checked_in: counted. duplicate: was already checked in. admitted: a duplicate that staff admitted anyway. refused: the
  -- ticket was no longer valid.
  outcome text not null check (outcome in ('checked_in', 'duplicate', 'admitted', 'refused')),
  refusal text check (refusal in ('refunded', 'cancelled', 'transferred')),
  people smallint not null default 1 check (people between 1 and 21),
  -- How many of `people` are checked in by this scan: 0 when it doesn't count or was undone.
  counted smallint not null default 0,
  -- Requested by staff: check in although the ticket is already checked in.
  admit_anyway boolean not null default false,
  -- The phone showed that the person may enter.
  shown_in boolean not null default false,
  -- Calculated from the age that the phone reports. The phone's clock is never used.
  scanned_at timestamptz not null,
  received_at timestamptz not null default clock_timestamp(),
  was_offline boolean not null default false,
  -- The entrance, as named by its staff: `Front`, `Side`.
  entrance text not null default '' check (length(entrance) <= 40),
  device_id uuid not null,
  by_id uuid references profiles on delete set null,
  undone_at timestamptz,
  undone_by uuid references profiles on delete set null,
  undone_device uuid,
  -- When the organizer marked this double scan as seen.
  seen_at timestamptz,
  -- The last transaction that wrote the row; phones request changes by it (check-in/server/check-in-list.ts).
  changed_in xid8 not null default pg_current_xact_id(),
  check ((ticket_id is null) <> (guest_id is null)),
  constraint check_ins_refusal check ((outcome = 'refused') = (refusal is not null)),
  constraint check_ins_counted check (counted between 0 and people and (counted = 0 or outcome = 'checked_in'))
);
create unique index check_ins_one_in on check_ins (ticket_id) where outcome = 'checked_in' and undone_at is null;
create index check_ins_ticket on check_ins (ticket_id) where ticket_id is not null;
create index check_ins_guest on check_ins (guest_id) where guest_id is not null;
create index check_ins_by on check_ins (by_id);
create index check_ins_undone_by on check_ins (undone_by) where undone_by is not null;
create index check_ins_changed on check_ins (event_id, changed_in);
create index check_ins_double on check_ins (event_id, received_at desc)
  where shown_in and counted < people and undone_at is null and outcome <> 'admitted';

-- Checked-in people per quarter of an hour; updated by the statement that checks them in.
create table check_in_quarters (
  event_id uuid not null references events on delete cascade,
  quarter timestamptz not null,
  tickets integer not null default 0,
  guests integer not null default 0,
  primary key (event_id, quarter)
);
