-- What an organizer needs from the idea to the last guest. The functions that move stock and money follow in 0046, 0049 and 0052.

-- Each save counts one up; a save that was made against another count is refused.
alter table events add column version integer not null default 1;
alter table events add column published_at timestamptz;
-- Why it was postponed or cancelled, as visitors read it.
alter table events add column status_words text not null default '' check (length(status_words) <= 500);
alter table events add column status_changed_at timestamptz;
-- The date that was on sale before the night was moved.
alter table events add column moved_from timestamptz;
-- Postponed without a new date; event_date is then still the old one.
alter table events add column is_date_open boolean not null default false;
-- Whoever holds a ticket may give it back until then, without asking.
alter table events add column refundable_until timestamptz;
-- Date and place as holders were last told of them.
alter table events add column told jsonb;
update events set published_at = created_at where event_status <> 'draft';
alter table events add constraint events_date_open_when_postponed check (not is_date_open or event_status in ('postponed', 'cancelled'));

-- The same table of moves as features/events/rules/event-status.ts; a test compares the two.
create table event_transitions (from_status text not null, to_status text not null, primary key (from_status, to_status));
insert into event_transitions values
  ('draft', 'published'), ('published', 'draft'), ('published', 'postponed'), ('published', 'cancelled'),
  ('postponed', 'published'), ('postponed', 'cancelled');
create function check_event_transition() returns trigger language plpgsql as $$
begin
  if not exists (select from event_transitions where from_status = old.event_status and to_status = new.event_status) then
    raise exception 'event %: % cannot become %', old.id, old.event_status, new.event_status using errcode = 'check_violation';
  end if;
  -- Whoever has bought is owed a night, or to be told that there is none.
  if new.event_status = 'draft' and exists (
    select from orders where event_id = old.id and status in ('reserved', 'confirmed')
  ) then
    raise exception 'event %: tickets are sold, so it cannot become a draft', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger events_transition before update of event_status on events
  for each row when (old.event_status is distinct from new.event_status) execute function check_event_transition();

-- Whom the organizer lets help. A manager sees all but the money; the door sees the door.
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

-- Where visitors came from, and how many tickets came of it; a day is one of the event's zone.
create table event_traffic (
  event_id uuid not null references events on delete cascade,
  day date not null,
  source text not null check (source in ('list', 'home', 'chat', 'profile', 'direct', 'elsewhere')),
  views integer not null default 0 check (views >= 0),
  tickets integer not null default 0 check (tickets >= 0),
  primary key (event_id, day, source)
);

alter table ticket_types add column access_code text
  check (access_code = upper(access_code) and access_code ~ '^[A-Z0-9-]{3,24}$');
comment on column ticket_types.access_code is 'Null: everybody sees it. Otherwise it opens with this code only.';
create unique index ticket_types_access_code on ticket_types (event_id, access_code) where access_code is not null;
-- What confirmed orders brought, less what went back; kept with quantity_sold in the same update.
alter table ticket_types add column revenue_cents bigint not null default 0 check (revenue_cents >= 0);
-- How many wait in line. While somebody does, free stock is theirs and nobody else may take it.
alter table ticket_types add column waiting integer not null default 0 check (waiting >= 0);

create table promo_codes (
  id uuid primary key default new_id(),
  event_id uuid not null references events on delete cascade,
  code text not null check (code = upper(code) and code ~ '^[A-Z0-9-]{3,24}$'),
  percent smallint check (percent between 1 and 100),
  -- Off the whole order, at most all of it.
  amount_cents integer check (amount_cents between 1 and 10000000),
  use_limit integer check (use_limit > 0),
  -- Orders that are held or confirmed with it.
  used integer not null default 0,
  starts_at timestamptz,
  ends_at timestamptz,
  created_at timestamptz not null default now(),
  constraint promo_codes_takes_one_way check ((percent is null) <> (amount_cents is null)),
  constraint promo_codes_limit check (used >= 0 and (use_limit is null or used <= use_limit)),
  check (ends_at is null or starts_at is null or ends_at > starts_at),
  unique (event_id, code)
);

alter table orders add column promo_code_id uuid references promo_codes on delete restrict;
create index orders_promo_code on orders (promo_code_id) where promo_code_id is not null;
-- Given by the organizer; nothing was to pay.
alter table orders add column is_comp boolean not null default false;
alter table orders add column source text check (source in ('list', 'home', 'chat', 'profile', 'direct', 'elsewhere'));

-- A discount belongs to a line, so that each line's money is known: quantity * unit_cents - discount_cents.
alter table order_items add column discount_cents integer not null default 0;
-- Of this line: seats that went back, and their share of the line's money (without the fee).
alter table order_items add column quantity_refunded integer not null default 0;
alter table order_items add column refunded_cents integer not null default 0;
alter table order_items add constraint order_items_discount check (discount_cents between 0 and quantity * unit_cents);
alter table order_items add constraint order_items_refunded check (
  quantity_refunded between 0 and quantity
  and refunded_cents between 0 and quantity * unit_cents - discount_cents
  and (quantity_refunded < quantity or refunded_cents = quantity * unit_cents - discount_cents));

create or replace function check_order_sums() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  perform 1 from (
    select i.order_id, sum(i.quantity * i.unit_cents - i.discount_cents) as subtotal
    from order_items i where i.order_id in (select order_id from changed) group by i.order_id
  ) s join orders o on o.id = s.order_id where o.subtotal_cents <> s.subtotal;
  if found then
    raise exception 'the items of an order do not add up to its subtotal' using errcode = 'check_violation';
  end if;
  return null;
end $$;

-- After a transfer the ticket is somebody else's than the buyer's; null: the buyer's.
alter table tickets add column holder_name text check (length(holder_name) <= 100);
alter table tickets add column refund_id uuid references refunds on delete restrict;
create index tickets_refund on tickets (refund_id) where refund_id is not null;
-- Only a ticket that is in can be undone, and nobody comes in on a ticket that went back.
alter table tickets add constraint tickets_in_is_valid check (checked_in_at is null or status = 'valid');

-- Net of what each day brought, in the event's zone; written beside the mails of an order (features/ticketing/server/fold-sales.ts).
create table ticket_sales (
  ticket_type_id uuid not null references ticket_types on delete cascade,
  day date not null,
  tickets integer not null default 0,
  cents bigint not null default 0,
  primary key (ticket_type_id, day)
);

create table ticket_transfers (
  id uuid primary key default new_id(),
  ticket_id uuid not null references tickets on delete cascade,
  from_id uuid references profiles on delete set null,
  to_email text not null,
  token_hash bytea not null unique,
  status text not null default 'pending' check (status in ('pending', 'accepted', 'withdrawn')),
  to_id uuid references profiles on delete set null,
  -- The code that stopped counting, so that a door can say why.
  old_secret uuid,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  check ((status = 'pending') = (settled_at is null))
);
create unique index ticket_transfers_one_pending on ticket_transfers (ticket_id) where status = 'pending';
create index ticket_transfers_ticket on ticket_transfers (ticket_id);
create index ticket_transfers_from on ticket_transfers (from_id);
create index ticket_transfers_to on ticket_transfers (to_id);
create index ticket_transfers_old_secret on ticket_transfers (old_secret) where old_secret is not null;

-- waiting -> offered -> bought, or passed (given away), lapsed (not taken in time), left, or over (the sale ended).
create table waitlist_entries (
  id uuid primary key default new_id(),
  ticket_type_id uuid not null references ticket_types on delete cascade,
  customer_id uuid not null references profiles on delete cascade,
  quantity smallint not null check (quantity between 1 and 10),
  status text not null default 'waiting' check (status in ('waiting', 'offered', 'bought', 'passed', 'lapsed', 'left', 'over')),
  -- The held order that is the offer.
  order_id uuid unique references orders on delete restrict,
  created_at timestamptz not null default clock_timestamp(),
  offered_at timestamptz,
  ended_at timestamptz,
  check (status <> 'offered' or order_id is not null)
);
create unique index waitlist_entries_once on waitlist_entries (ticket_type_id, customer_id) where status in ('waiting', 'offered');
create index waitlist_entries_line on waitlist_entries (ticket_type_id, created_at, id) where status = 'waiting';
create index waitlist_entries_customer on waitlist_entries (customer_id, created_at desc, id desc);
create index waitlist_entries_type on waitlist_entries (ticket_type_id);
-- ticket_types.waiting is the length of the line, whoever changes it. The caller holds the ticket type's lock first.
create function count_waiting() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status = 'waiting' then
    update ticket_types set waiting = waiting - 1 where id = old.ticket_type_id;
  end if;
  if tg_op <> 'DELETE' and new.status = 'waiting' then
    update ticket_types set waiting = waiting + 1 where id = new.ticket_type_id;
  end if;
  return null;
end $$;
create trigger waitlist_entries_counted after insert or delete on waitlist_entries for each row execute function count_waiting();
create trigger waitlist_entries_moved after update of status on waitlist_entries
  for each row when (old.status is distinct from new.status) execute function count_waiting();

create table guests (
  id uuid primary key default new_id(),
  event_id uuid not null references events on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 100),
  plus_ones smallint not null default 0 check (plus_ones between 0 and 20),
  -- Whose guest it is: `Juno Okafor`, `the house`, `press`.
  guest_of text not null default '' check (length(guest_of) <= 100),
  -- Of the 1 + plus_ones.
  arrived smallint not null default 0,
  arrived_at timestamptz,
  added_by uuid references profiles on delete set null,
  created_at timestamptz not null default now(),
  constraint guests_arrived check (arrived between 0 and 1 + plus_ones),
  check ((arrived = 0) = (arrived_at is null))
);
create index guests_event on guests (event_id, lower(name), id);
create index guests_added_by on guests (added_by);

-- Everything a door did, once each: the nonce is made on the phone, so that what is sent twice counts once.
create table check_ins (
  nonce uuid primary key,
  event_id uuid not null references events on delete cascade,
  -- One of the two.
  ticket_id uuid references tickets on delete cascade,
  guest_id uuid references guests on delete cascade,
  -- in: counted. again: the ticket was in already. let_in: again, and the door let them in all the same.
  outcome text not null check (outcome in ('in', 'again', 'let_in')),
  people smallint not null default 1 check (people between 1 and 21),
  -- By the phone's own measure of how long ago, never by its clock.
  scanned_at timestamptz not null,
  received_at timestamptz not null default clock_timestamp(),
  was_offline boolean not null default false,
  -- What the door calls itself: `Front`, `Side`.
  door text not null default '' check (length(door) <= 40),
  device_id uuid not null,
  by_id uuid references profiles on delete set null,
  undone_at timestamptz,
  -- Somebody has looked at this double scan.
  seen_at timestamptz,
  check ((ticket_id is null) <> (guest_id is null))
);
create unique index check_ins_one_in on check_ins (ticket_id) where outcome = 'in' and undone_at is null;
create index check_ins_ticket on check_ins (ticket_id) where ticket_id is not null;
create index check_ins_guest on check_ins (guest_id) where guest_id is not null;
create index check_ins_by on check_ins (by_id);
create index check_ins_event on check_ins (event_id, received_at, nonce);
create index check_ins_double on check_ins (event_id, received_at) where outcome = 'again' and was_offline and undone_at is null;

-- People who came in, by quarter of an hour; kept by the same statement that lets them in.
create table door_quarters (
  event_id uuid not null references events on delete cascade,
  quarter timestamptz not null,
  tickets integer not null default 0,
  guests integer not null default 0,
  primary key (event_id, quarter)
);

create table holder_messages (
  id uuid primary key default new_id(),
  event_id uuid not null references events on delete cascade,
  by_id uuid references profiles on delete set null,
  subject text not null check (length(btrim(subject)) between 1 and 120),
  body text not null check (length(btrim(body)) between 1 and 4000),
  -- Null: everybody who holds a ticket.
  ticket_type_id uuid references ticket_types on delete set null,
  -- Made by the browser, so that a message sent twice goes out once.
  client_key uuid not null,
  recipients integer not null default 0,
  created_at timestamptz not null default now(),
  unique (event_id, client_key)
);
create index holder_messages_event on holder_messages (event_id, created_at desc);
create index holder_messages_by on holder_messages (by_id);
create index holder_messages_type on holder_messages (ticket_type_id);

-- The door's list and the attendees, in the order of the list.
create index tickets_event_all on tickets (event_id, id);
create index orders_event_confirmed on orders (event_id, confirmed_at desc, id desc) where confirmed_at is not null;

-- What stands already.
update ticket_types t set revenue_cents = x.cents from (
  select i.ticket_type_id, sum(i.quantity::bigint * i.unit_cents) as cents
  from order_items i join orders o on o.id = i.order_id where o.status = 'confirmed' group by i.ticket_type_id
) x where x.ticket_type_id = t.id;
insert into ticket_sales (ticket_type_id, day, tickets, cents)
  select i.ticket_type_id, (o.confirmed_at at time zone e.timezone)::date, sum(i.quantity), sum(i.quantity::bigint * i.unit_cents)
  from order_items i join orders o on o.id = i.order_id join events e on e.id = o.event_id
  where o.status = 'confirmed' group by 1, 2;
insert into door_quarters (event_id, quarter, tickets)
  select event_id, date_bin('15 minutes', checked_in_at, timestamptz 'epoch'), count(*)
  from tickets where checked_in_at is not null group by 1, 2;
