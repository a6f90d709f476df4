-- Two counters of one stock: `quantity_held` belongs to reservations that may expire, `quantity_sold` to confirmed tickets.
-- Available is total - sold - held. Revenue counts sold tickets only.
create table ticket_types (
  id uuid primary key default new_id(),
  event_id uuid not null,
  -- That of the event, written by a trigger.
  currency text not null default 'USD',
  name text not null check (length(btrim(name)) between 1 and 80),
  description text not null default '' check (length(description) <= 300),
  price_cents integer not null check (price_cents between 0 and 10000000),
  price numeric(12, 2) generated always as (price_cents / currency_unit(currency)) stored,
  quantity_total integer not null check (quantity_total >= 0),
  quantity_sold integer not null default 0,
  quantity_held integer not null default 0,
  sort_order smallint not null default 0,
  sale_starts_at timestamptz,
  sale_ends_at timestamptz,
  created_at timestamptz not null default now(),
  -- Null: everyone sees the type. Otherwise it is shown only to people who enter this code.
  access_code text check (access_code = upper(access_code) and access_code ~ '^[A-Z0-9-]{3,24}$'),
  -- The amount of confirmed orders less refunds, before the fee; updated together with quantity_sold.
  revenue_cents bigint not null default 0 check (revenue_cents >= 0),
  -- The length of the waitlist. While it is above zero, available tickets go to the waitlist only.
  waiting integer not null default 0 check (waiting >= 0),
  constraint ticket_types_event_id_fkey foreign key (event_id, currency) references events (id, currency) on delete cascade on update cascade,
  constraint ticket_types_stock check (quantity_sold >= 0 and quantity_held >= 0 and quantity_sold + quantity_held <= quantity_total),
  check (sale_ends_at is null or sale_starts_at is null or sale_ends_at > sale_starts_at)
-- Free space on each page keeps the updates of the counters in place (HOT). The busy rows are vacuumed early and often.
) with (fillfactor = 25, autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 1000);
create index ticket_types_event on ticket_types (event_id, sort_order);
create trigger ticket_types_currency before insert on ticket_types for each row execute function copy_event_currency();
create unique index ticket_types_access_code on ticket_types (event_id, access_code) where access_code is not null;
-- The counters of a sale don't touch this index, so those updates stay in place.
create index ticket_types_waited_for on ticket_types (id) where waiting > 0;

create table promo_codes (
  id uuid primary key default new_id(),
  event_id uuid not null references events on delete cascade,
  code text not null check (code = upper(code) and code ~ '^[A-Z0-9-]{3,24}$'),
  percent smallint check (percent between 1 and 100),
  -- Subtracted from the whole order, at most its subtotal.
  amount_cents integer check (amount_cents between 1 and 10000000),
  use_limit integer check (use_limit > 0),
  -- How many orders of one customer may use the code. Null: as many as `use_limit` allows.
  customer_limit integer check (customer_limit > 0),
  -- Reserved and confirmed orders with this code.
  used integer not null default 0,
  starts_at timestamptz,
  ends_at timestamptz,
  created_at timestamptz not null default now(),
  constraint promo_codes_one_discount_kind check ((percent is null) <> (amount_cents is null)),
  constraint promo_codes_limit check (used >= 0 and (use_limit is null or used <= use_limit)),
  check (ends_at is null or starts_at is null or ends_at > starts_at),
  unique (event_id, code)
);

-- Net sales by day of the event's time zone, written by features/orders/server/daily-sales.ts.
create table ticket_sales (
  ticket_type_id uuid not null references ticket_types on delete cascade,
  day date not null,
  tickets integer not null default 0,
  cents bigint not null default 0,
  primary key (ticket_type_id, day)
);
