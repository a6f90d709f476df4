-- Set times of an event. A performer without an account is only a name.
create table line_up_slots (
  id uuid primary key default new_id(),
  event_id uuid not null references events on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 100),
  starts_at timestamptz,
  ends_at timestamptz,
  -- The position on the bill, and how large the name is printed.
  billing smallint not null default 0,
  billed_as text not null default 'support' check (billed_as in ('headline', 'special_guest', 'support', 'opening')),
  -- An entry for a member is a request until they accept: `requested_id` is the member, and `dj_id` is null until then. Links, calendars and
  -- host rights read `dj_id`, so they never concern a member who hasn't agreed.
  dj_id uuid references profiles on delete set null,
  requested_id uuid references profiles on delete set null,
  requested_by uuid references profiles on delete set null,
  booking_id uuid references bookings on delete set null,
  check (ends_at is null or starts_at is null or ends_at > starts_at),
  constraint line_up_slots_asked check (requested_id is null or dj_id is null)
);
create index line_up_slots_event on line_up_slots (event_id, billing);
create index line_up_slots_dj on line_up_slots (dj_id);
create index line_up_slots_asked on line_up_slots (requested_id) where requested_id is not null;
create index line_up_slots_asked_by on line_up_slots (requested_by) where requested_by is not null;
create unique index line_up_slots_booking on line_up_slots (booking_id) where booking_id is not null;
create trigger line_up_slots_added after insert on line_up_slots referencing new table as changed
  for each statement execute function line_up_changes_search_names();
create trigger line_up_slots_updated after update on line_up_slots referencing new table as changed
  for each statement execute function line_up_changes_search_names();
create trigger line_up_slots_removed after delete on line_up_slots referencing old table as changed
  for each statement execute function line_up_changes_search_names();
