-- Invoices and credit notes are numbered without gaps: a number is taken from the locked row of its series, in the transaction
-- that inserts the invoice. Only the job of the invoices feature does so, never a sale.

-- Sells tickets (an organizer) or charges the service fee (the platform). The platform has another seller for sample events, so
-- that removing them leaves no gap.
create table invoice_sellers (
  id uuid primary key default new_id(),
  kind text not null check (kind in ('organizer', 'platform', 'sample_platform')),
  -- Null for the platform, and when the organizer's account is deleted: the prefix stays taken.
  profile_id uuid unique references profiles on delete set null,
  -- Such as JW. A number is appended when another seller has it.
  prefix text collate "C" not null unique check (prefix ~ '^[A-Z]{2,4}([2-9]|[1-9][0-9]+)?$'),
  check (kind = 'organizer' or profile_id is null)
);
create unique index invoice_sellers_platform on invoice_sellers (kind) where kind <> 'organizer';
create trigger invoice_sellers_not_changed before update on invoice_sellers
  for each row when ((old.id, old.kind, old.prefix) is distinct from (new.id, new.kind, new.prefix)) execute function refuse_change();

-- What the invoices of a person's events say about them as the seller. Deleted with the person; invoices have a copy.
create table billing_details (
  person_id uuid primary key references profiles on delete cascade,
  legal_name text not null check (length(legal_name) between 1 and 120),
  -- At most five lines.
  address text not null check (length(address) between 1 and 300),
  -- ISO 3166, such as DE.
  country text not null check (country ~ '^[A-Z]{2}$'),
  tax_id text not null default '' check (length(tax_id) <= 40),
  updated_at timestamptz not null default now()
);

-- Whom the invoices of an order are for, such as the buyer's company. Deleted with the person; invoices have a copy.
create table order_billing (
  order_id uuid primary key references orders on delete cascade,
  customer_id uuid not null references profiles on delete cascade,
  legal_name text not null check (length(legal_name) between 1 and 120),
  address text not null check (length(address) between 1 and 300),
  country text not null check (country ~ '^[A-Z]{2}$'),
  tax_id text not null default '' check (length(tax_id) <= 40),
  -- Each change counts; an invoice names the version that it states.
  version integer not null default 1 check (version between 1 and 5),
  updated_at timestamptz not null default now()
);
create index order_billing_customer on order_billing (customer_id);

create table invoice_series (
  id uuid primary key default new_id(),
  seller_id uuid not null references invoice_sellers on delete restrict,
  kind text not null check (kind in ('invoice', 'credit_note')),
  -- In UTC.
  year integer not null,
  last_number integer not null default 1 check (last_number > 0),
  unique (seller_id, kind, year)
);
create trigger invoice_series_only_counts before update on invoice_series for each row
  when ((new.id, new.seller_id, new.kind, new.year, new.last_number)
    is distinct from (old.id, old.seller_id, old.kind, old.year, old.last_number + 1))
  execute function refuse_change();

-- Append-only: a mistake in an invoice is corrected by a credit note.
create table invoices (
  id uuid primary key default new_id(),
  series_id uuid not null references invoice_series on delete restrict,
  seller text not null check (seller in ('organizer', 'platform')),
  kind text not null check (kind in ('invoice', 'credit_note')),
  year integer not null generated always as (extract(year from issued_at at time zone 'UTC')::integer) stored,
  number integer not null check (number > 0),
  -- Such as JW-2026-00148 or JW-2026-C-00012.
  invoice_number text not null unique,
  order_id uuid not null references orders on delete restrict,
  -- Of a credit note: the invoice that it corrects, and the refund. Without a refund, the whole invoice was replaced.
  refund_id uuid references refunds on delete restrict,
  corrects uuid references invoices on delete restrict,
  -- The version of order_billing that an invoice states, and the credit notes that correct it; 0 without one.
  billing_version integer not null default 0,
  issued_at timestamptz not null,
  currency text not null,
  -- In the smallest unit of the currency. Negative in a credit note.
  net_cents integer not null,
  tax_cents integer not null,
  total_cents integer not null,
  -- Seller, buyer, event and lines as they were, see InvoiceContent of the feature. Deleting an account changes none of it.
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  unique (series_id, number),
  check (net_cents + tax_cents = total_cents),
  check (case kind when 'invoice' then total_cents > 0 else total_cents < 0 end),
  check ((kind = 'credit_note') = (corrects is not null) and (kind = 'credit_note' or refund_id is null))
);
-- One invoice of each seller for an order and its billing details, replaced at most once, and one credit note for a refund.
create unique index invoices_once on invoices (order_id, seller, kind, billing_version) where refund_id is null;
create unique index invoices_refund on invoices (refund_id, seller) where refund_id is not null;
create index invoices_order on invoices (order_id);
create index invoices_corrects on invoices (corrects) where corrects is not null;
create trigger invoices_append_only before update or delete on invoices for each row execute function refuse_change();
create trigger invoices_not_emptied before truncate on invoices for each statement execute function refuse_change();

-- Orders that may lack an invoice or a credit note. Written when a sale or a refund is posted to the ledger, so that a sale itself
-- writes no row here. Without a foreign key, like the ledger.
create table invoices_due (
  id bigint generated always as identity primary key,
  order_id uuid not null
);
create trigger invoices_become_due after insert on ledger_transactions for each row
  when (new.order_id is not null and new.kind in ('sale', 'refund_sent', 'refund_paid_another_way'))
  execute function add_due_invoice();
