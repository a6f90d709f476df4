create sequence order_numbers as bigint start 10001;
create sequence ticket_numbers as bigint start 1 cache 64;

create table orders (
  id uuid primary key default new_id(),
  -- A deleted customer leaves an anonymous order behind: books must balance.
  customer_id uuid references profiles on delete set null,
  event_id uuid not null references events on delete restrict,
  client_key uuid not null,
  order_number text not null unique default 'OR-' || to_char(now(), 'YYYY') || '-' || lpad(nextval('order_numbers')::text, 5, '0'),
  status text not null default 'reserved' check (status in ('reserved', 'confirmed', 'expired', 'cancelled', 'refunded')),
  buyer_name text not null default '',
  buyer_email text not null default '',
  subtotal_cents integer not null check (subtotal_cents >= 0),
  fee_basis_points integer not null check (fee_basis_points between 0 and 10000),
  fee_cents integer not null,
  total_cents integer not null generated always as (subtotal_cents + fee_cents) stored,
  total numeric(12, 2) generated always as ((subtotal_cents + fee_cents) / 100.0) stored,
  currency text not null default 'USD' check (currency = 'USD'),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  ended_at timestamptz,
  constraint orders_client_key_unique unique (customer_id, client_key),
  -- Rounded half up to the cent, in integers.
  constraint orders_fee_adds_up check (fee_cents = (subtotal_cents::bigint * fee_basis_points + 5000) / 10000),
  check (status <> 'confirmed' or confirmed_at is not null)
) with (fillfactor = 80);
create index orders_customer on orders (customer_id, created_at desc, id desc);
create index orders_event on orders (event_id, status);
create index orders_expiry on orders (expires_at) where status = 'reserved';

create table order_items (
  order_id uuid not null references orders on delete restrict,
  ticket_type_id uuid not null references ticket_types on delete restrict,
  quantity integer not null check (quantity between 1 and 10),
  unit_cents integer not null check (unit_cents >= 0),
  primary key (order_id, ticket_type_id)
);
create index order_items_type on order_items (ticket_type_id);

-- Money adds up: the items of an order sum to its subtotal. Checked once per statement over all orders it touched,
-- because a batch of 256 orders arrives in one statement.
create function check_order_sums() returns trigger language plpgsql as $$
begin
  perform 1 from (
    select i.order_id, sum(i.quantity * i.unit_cents) as subtotal
    from order_items i where i.order_id in (select order_id from changed) group by i.order_id
  ) s join orders o on o.id = s.order_id where o.subtotal_cents <> s.subtotal;
  if found then
    raise exception 'the items of an order do not add up to its subtotal' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger order_items_add_up_on_insert after insert on order_items
  referencing new table as changed for each statement execute function check_order_sums();
create trigger order_items_add_up_on_update after update on order_items
  referencing new table as changed for each statement execute function check_order_sums();
create trigger order_items_add_up_on_delete after delete on order_items
  referencing old table as changed for each statement execute function check_order_sums();

-- The same table of moves as rules/order-state.ts; a test compares the two.
create table order_transitions (from_status text not null, to_status text not null, primary key (from_status, to_status));
insert into order_transitions values
  ('reserved', 'confirmed'), ('reserved', 'expired'), ('reserved', 'cancelled'),
  ('expired', 'confirmed'), ('expired', 'refunded'), ('cancelled', 'refunded'),
  ('confirmed', 'refunded');
create function check_order_transition() returns trigger language plpgsql as $$
begin
  if not exists (select from order_transitions where from_status = old.status and to_status = new.status) then
    raise exception 'order %: % cannot become %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger orders_transition before update of status on orders
  for each row when (old.status is distinct from new.status) execute function check_order_transition();

-- A payment is what a provider says about one order. Its reference is the provider's; it is honoured once.
create table payments (
  id uuid primary key default new_id(),
  order_id uuid not null references orders on delete restrict,
  provider text not null check (provider in ('sandbox', 'stripe')),
  provider_reference text not null,
  status text not null default 'started' check (status in ('started', 'approved', 'declined', 'abandoned')),
  amount_cents integer not null check (amount_cents > 0),
  decline_reason text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  unique (provider, provider_reference)
);
create index payments_order on payments (order_id);
-- Two approvals of one order would take the money twice.
create unique index payments_one_approved on payments (order_id) where status = 'approved';

create table refunds (
  id uuid primary key default new_id(),
  payment_id uuid not null references payments on delete restrict,
  amount_cents integer not null check (amount_cents > 0),
  reason text not null,
  status text not null default 'requested' check (status in ('requested', 'done', 'failed')),
  provider_reference text,
  created_at timestamptz not null default now(),
  settled_at timestamptz
);
create index refunds_payment on refunds (payment_id);
create index refunds_open on refunds (created_at) where status = 'requested';
create function check_refund_sum() returns trigger language plpgsql as $$
begin
  if (select sum(amount_cents) from refunds where payment_id = new.payment_id and status <> 'failed')
     > (select amount_cents from payments where id = new.payment_id for update) then
    raise exception 'more would be refunded than was paid' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger refunds_within_payment after insert or update on refunds for each row execute function check_refund_sum();

-- One row per seat. The secret is what the QR code carries; it rotates on transfer. The number is for people, and
-- walks through all its values once (multiplying by an odd number not divisible by five, modulo 2^16 * 10^5).
create function next_ticket_number() returns text language sql volatile as $$
  select 'TK-' || lpad(upper(to_hex(n / 100000)), 4, '0') || '-' || lpad((n % 100000)::text, 5, '0')
  from (select (nextval('ticket_numbers') * 2654435761) % 6553600000 as n) numbers
$$;
create table tickets (
  id uuid primary key default new_id(),
  order_id uuid not null references orders on delete restrict,
  event_id uuid not null references events on delete restrict,
  ticket_type_id uuid not null references ticket_types on delete restrict,
  customer_id uuid references profiles on delete set null,
  ticket_number text not null unique default next_ticket_number(),
  secret uuid not null unique default gen_random_uuid(),
  status text not null default 'valid' check (status in ('valid', 'cancelled', 'refunded')),
  checked_in_at timestamptz,
  created_at timestamptz not null default now()
);
create index tickets_order on tickets (order_id);
create index tickets_customer on tickets (customer_id, created_at desc, id desc);
create index tickets_event on tickets (event_id, status);
