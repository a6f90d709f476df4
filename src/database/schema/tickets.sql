create sequence ticket_numbers as bigint start 1 cache 64;

-- One row per seat.
create table tickets (
  id uuid primary key default new_id(),
  order_id uuid not null references orders on delete restrict,
  event_id uuid not null references events on delete restrict,
  ticket_type_id uuid not null references ticket_types on delete restrict,
  customer_id uuid references profiles on delete set null,
  ticket_number text not null unique default next_ticket_number(),
  -- In the QR code. A transfer replaces it.
  secret uuid not null unique default gen_random_uuid(),
  status text not null default 'valid' check (status in ('valid', 'cancelled', 'refunded')),
  checked_in_at timestamptz,
  created_at timestamptz not null default now(),
  -- The name after a transfer. Null: the buyer's.
  holder_name text check (length(holder_name) <= 100),
  refund_id uuid references refunds on delete restrict,
  -- The last transaction that changed the ticket, for syncing check-in phones. Check-ins are marked in check_ins
  -- instead.
  changed_in xid8 default pg_current_xact_id(),
  constraint tickets_in_is_valid check (checked_in_at is null or status = 'valid')
);
create index tickets_order on tickets (order_id);
create index tickets_customer on tickets (customer_id, created_at desc, id desc);
create index tickets_event on tickets (event_id, status);
create index tickets_refund on tickets (refund_id) where refund_id is not null;
-- For the check-in list and the attendees, in list order.
create index tickets_event_all on tickets (event_id, id);
create index tickets_event_back on tickets (event_id, id) where status <> 'valid';
create index tickets_event_passed_on on tickets (event_id, id) where holder_name is not null;
create index tickets_changed on tickets (event_id, changed_in) where changed_in is not null;
create trigger tickets_marked before update of status, secret, holder_name, customer_id on tickets
  for each row execute function mark_ticket_change();
create trigger tickets_transition before update of status on tickets
  for each row when (old.status is distinct from new.status) execute function check_ticket_transition();

create table ticket_transfers (
  id uuid primary key default new_id(),
  ticket_id uuid not null references tickets on delete cascade,
  from_id uuid references profiles on delete set null,
  to_email text not null,
  token_hash bytea not null unique,
  status text not null default 'pending' check (status in ('pending', 'accepted', 'withdrawn')),
  to_id uuid references profiles on delete set null,
  -- The replaced code, so that check-in can say why it is refused.
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
