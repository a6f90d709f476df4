-- waiting -> offered -> bought, passed (declined) or lapsed (not accepted in time); left (by the customer) or over (the sale ended).
create table waitlist_entries (
  id uuid primary key default new_id(),
  ticket_type_id uuid not null references ticket_types on delete cascade,
  customer_id uuid not null references profiles on delete cascade,
  quantity smallint not null check (quantity between 1 and 10),
  status text not null default 'waiting' check (status in ('waiting', 'offered', 'bought', 'passed', 'lapsed', 'left', 'over')),
  -- The reserved order that is the offer.
  order_id uuid unique references orders on delete restrict,
  created_at timestamptz not null default clock_timestamp(),
  offered_at timestamptz,
  ended_at timestamptz,
  check (status <> 'offered' or order_id is not null)
);
create unique index waitlist_entries_once on waitlist_entries (ticket_type_id, customer_id) where status in ('waiting', 'offered');
create index waitlist_entries_queue on waitlist_entries (ticket_type_id, created_at, id) where status = 'waiting';
create index waitlist_entries_customer on waitlist_entries (customer_id, created_at desc, id desc);
create index waitlist_entries_type on waitlist_entries (ticket_type_id);
create trigger waitlist_entries_counted after insert or delete on waitlist_entries for each row execute function count_waiting();
create trigger waitlist_entries_moved after update of status on waitlist_entries
  for each row when (old.status is distinct from new.status) execute function count_waiting();
