-- The terms on the table stand in the booking; each step keeps those that it put there.
create sequence booking_numbers as integer;
alter table bookings
  add column booking_number text,
  add column deposit_cents integer check (deposit_cents between 0 and fee_cents),
  add column hospitality text not null default '' check (length(hospitality) <= 1000),
  add column technical text not null default '' check (length(technical) <= 1000),
  -- How many steps there are. An answer names the count it has read, so that nobody agrees to what they have not seen.
  add column steps integer not null default 1 check (steps >= 1),
  -- Who has to answer, and until when, while it is pending.
  add column awaiting_id uuid references profiles on delete set null,
  add column answer_by timestamptz,
  add column completed_at timestamptz,
  add constraint bookings_two_people check (client_id <> dj_id),
  add constraint bookings_answer check (status = 'pending' or awaiting_id is null and answer_by is null),
  add constraint bookings_completed check ((status = 'completed') = (completed_at is not null)) not valid;
update bookings b set
  booking_number = 'BK-' || to_char(created_at at time zone 'UTC', 'YYYY') || '-' || lpad(nextval('booking_numbers')::text, 4, '0'),
  steps = greatest(1, (select count(*) from booking_steps s where s.booking_id = b.id)),
  completed_at = case when status = 'completed' then ends_at end,
  awaiting_id = case when status = 'pending' then (
    select case when s.actor_id = b.dj_id then b.client_id else b.dj_id end
    from booking_steps s where s.booking_id = b.id order by s.created_at desc, s.id desc limit 1) end,
  answer_by = case when status = 'pending' then least(event_date, coalesce(
    (select max(s.created_at) from booking_steps s where s.booking_id = b.id), created_at) + interval '14 days') end;
alter table bookings validate constraint bookings_completed;
alter table bookings
  alter column booking_number set default
    'BK-' || to_char(now() at time zone 'UTC', 'YYYY') || '-' || lpad(nextval('booking_numbers')::text, 4, '0'),
  alter column booking_number set not null,
  add constraint bookings_number unique (booking_number);
create index bookings_awaiting on bookings (awaiting_id) where awaiting_id is not null;
create index bookings_to_expire on bookings (answer_by) where status = 'pending';
create index bookings_to_complete on bookings (ends_at) where status = 'confirmed';

-- Steps have their place in the trail: two answers at the same instant cannot both be the third.
alter table booking_steps add column position integer;
-- The trail refuses every change, so it is numbered with its guard set aside for this one statement.
alter table booking_steps disable trigger booking_steps_kept;
update booking_steps s set position = n.position from (
  select id, row_number() over (partition by booking_id order by created_at, id) as position from booking_steps
) n where n.id = s.id;
alter table booking_steps enable trigger booking_steps_kept;
alter table booking_steps
  alter column position set not null,
  add constraint booking_steps_position unique (booking_id, position);
drop index booking_steps_booking;

create or replace function keep_booking_step() returns trigger language plpgsql as $$
begin
  -- The one change that is let through: a deleted account takes its name out of the trail.
  if new.actor_id is null and (new.id, new.booking_id, new.kind, new.position, new.terms, new.created_at)
       = (old.id, old.booking_id, old.kind, old.position, old.terms, old.created_at)
     and new.message is not distinct from old.message then
    return new;
  end if;
  raise exception 'booking_steps is append-only' using errcode = 'insufficient_privilege';
end $$;
create function keep_booking_steps_of_bookings() returns trigger language plpgsql as $$
begin
  -- A trail goes only with its booking.
  if exists (select from bookings b where b.id = old.booking_id) then
    raise exception 'booking_steps is append-only' using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;
create trigger booking_steps_not_deleted before delete on booking_steps
  for each row execute function keep_booking_steps_of_bookings();
create trigger booking_steps_not_emptied before truncate on booking_steps
  for each statement execute function refuse_change();

-- A day that a DJ keeps free of requests: for somebody, or for themselves. `day` is a day of the DJ's own zone.
create table calendar_holds (
  id uuid primary key default new_id(),
  dj_id uuid not null references profiles on delete cascade,
  day date not null,
  note text not null default '' check (length(note) <= 80),
  -- The last day on which it stands; forever when null.
  until date,
  created_at timestamptz not null default now(),
  unique (dj_id, day)
);

-- The address of a member's calendar is made from this number and the server's secret: nothing secret is stored.
create table calendar_feeds (
  user_id uuid primary key references profiles on delete cascade,
  version integer not null default 1 check (version >= 1),
  revoked_at timestamptz
);

create index reviews_unpublished on reviews (booking_id) where published_at is null;
