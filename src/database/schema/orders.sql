-- Stock and money are changed by functions only. features/orders/server/LOCKING.md has the order of locks and the rules.
create sequence order_numbers as bigint start 10001;

-- The same table of changes as features/orders/rules/order-state.ts. A test compares the two.
create table order_transitions (
  from_status text not null,
  to_status text not null,
  primary key (from_status, to_status)
);
insert into order_transitions (from_status, to_status) values
  ('reserved', 'confirmed'), ('reserved', 'expired'), ('reserved', 'cancelled'),
  ('expired', 'confirmed'), ('expired', 'refunded'), ('cancelled', 'refunded'),
  ('confirmed', 'refunded');

create table orders (
  id uuid primary key default new_id(),
  -- Null when the customer is deleted: the order stays without a name, because the books must balance.
  customer_id uuid references profiles on delete set null,
  event_id uuid not null,
  -- Made by the browser, so that a request sent twice creates one order.
  client_key uuid not null,
  order_number text not null unique default order_number_of(nextval('order_numbers'), now()),
  status text not null default 'reserved' check (status in ('reserved', 'confirmed', 'expired', 'cancelled', 'refunded')),
  buyer_name text not null default '',
  buyer_email text not null default '',
  subtotal_cents integer not null check (subtotal_cents >= 0),
  fee_basis_points integer not null check (fee_basis_points between 0 and 10000),
  fee_cents integer not null,
  -- The event's tax on the tickets. Its amount is stored if it was added to the prices; included tax is part of the subtotal.
  tax_mode text not null default 'none',
  tax_ppm integer not null default 0,
  added_tax_cents integer not null default 0,
  -- The tax that the service fee includes.
  fee_tax_ppm integer not null default 0 check (fee_tax_ppm between 0 and 1000000),
  total_cents integer not null generated always as (subtotal_cents + added_tax_cents + fee_cents) stored,
  total numeric(12, 2) generated always as ((subtotal_cents + added_tax_cents + fee_cents) / currency_unit(currency)) stored,
  currency text not null default 'USD',
  promo_code_id uuid references promo_codes on delete restrict,
  -- Free tickets from the organizer.
  is_comp boolean not null default false,
  -- An offer to the waitlist: its row in waitlist_entries changes together with the order.
  is_offer boolean not null default false,
  source text check (source in ('list', 'home', 'chat', 'profile', 'direct', 'elsewhere')),
  -- The buyer's IPv4 /24 or IPv6 /48, while the order is open or free. Deleted when the order ends, the account verifies its email or
  -- the event is over.
  network text,
  expires_at timestamptz not null,
  -- Set when a slow payment provider gave the buyer more time, which happens once.
  hold_extended_at timestamptz,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  ended_at timestamptz,
  -- An order is in the currency and with the tax of its event.
  constraint orders_event_id_fkey foreign key (event_id, currency, tax_mode, tax_ppm) references events (id, currency, tax_mode, tax_ppm) on delete restrict,
  constraint orders_client_key_unique unique (client_key, customer_id),
  -- Rounded half up to the cent, in integers.
  constraint orders_fee_adds_up check (fee_cents = (subtotal_cents::bigint * fee_basis_points + 5000) / 10000),
  constraint orders_tax_adds_up check (added_tax_cents = added_tax(subtotal_cents, tax_mode, tax_ppm)),
  check (status <> 'confirmed' or confirmed_at is not null),
  constraint orders_network_check check (network is null or status = 'reserved' or (status = 'confirmed' and subtotal_cents = 0))
) with (fillfactor = 80);
create index orders_customer on orders (customer_id, created_at desc, id desc);
create index orders_event on orders (event_id, status);
create index orders_expiry on orders (expires_at) where status = 'reserved';
create index orders_confirmed on orders (confirmed_at) where status = 'confirmed';
create index orders_promo_code on orders (promo_code_id) where promo_code_id is not null;
-- One open order per customer and event, and limits per network: docs/adr/0023.
create unique index orders_one_open on orders (customer_id, event_id) where status = 'reserved' and not is_offer;
create index orders_open_network on orders (event_id, network) where status = 'reserved' and network is not null;
create index orders_free_network on orders (event_id, network) where status = 'confirmed' and network is not null;
-- For the organizer's lists of an event, and the few rows that differ among a hundred thousand.
create index orders_event_confirmed on orders (event_id, confirmed_at desc, id desc) where confirmed_at is not null;
create index orders_event_comps on orders (event_id, id) where is_comp;
create index orders_event_buyer on orders (event_id, lower(buyer_email)) where status in ('confirmed', 'refunded');
-- Excludes reserved orders, so that reservations don't have to update this index.
create index orders_buyer_search on orders
  using gin (event_id, fold_text(buyer_name || ' ' || buyer_email || ' ' || order_number) gin_trgm_ops)
  where status in ('confirmed', 'refunded');
create trigger orders_transition before update of status on orders
  for each row when (old.status is distinct from new.status) execute function check_order_transition();
create trigger orders_late_approval_recorded after update on orders for each row
  when (old.status = 'expired' and new.status = 'confirmed') execute function audit_late_approval();

create table order_items (
  order_id uuid not null references orders on delete restrict,
  ticket_type_id uuid not null references ticket_types on delete restrict,
  quantity integer not null check (quantity between 1 and 10),
  unit_cents integer not null check (unit_cents >= 0),
  -- The discount and the added tax of an order are split over its lines, so that the amount of each line is known.
  discount_cents integer not null default 0,
  added_tax_cents integer not null default 0 check (added_tax_cents >= 0),
  amount_cents integer not null generated always as (quantity * unit_cents - discount_cents + added_tax_cents) stored,
  -- Refunded seats of this line and their share of its amount, without the fee.
  quantity_refunded integer not null default 0,
  refunded_cents integer not null default 0,
  primary key (order_id, ticket_type_id),
  constraint order_items_discount check (discount_cents between 0 and quantity * unit_cents),
  constraint order_items_refunded check (
    quantity_refunded between 0 and quantity
    and refunded_cents between 0 and amount_cents
    and (quantity_refunded < quantity or refunded_cents = amount_cents))
);
create index order_items_type on order_items (ticket_type_id);
-- Few lines, which the settlement of an event adds up.
create index order_items_with_refunds on order_items (ticket_type_id) where quantity_refunded > 0;
create trigger order_items_add_up_on_insert after insert on order_items
  referencing new table as changed for each statement execute function check_order_sums();
create trigger order_items_add_up_on_update after update on order_items
  referencing new table as changed for each statement execute function check_order_sums();
create trigger order_items_add_up_on_delete after delete on order_items
  referencing old table as changed for each statement execute function check_order_sums();

-- Notifications for customers, written in the transaction of the change and turned into jobs afterwards.
create table order_outbox (
  order_id uuid not null,
  kind text not null check (kind in ('confirmed', 'refunded')),
  -- The trace of the request, if it is traced (W3C trace context).
  traceparent text check (length(traceparent) <= 100),
  primary key (order_id, kind)
);
