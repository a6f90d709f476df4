-- Double entry, append-only. Every change of money is a transaction whose entries sum to zero in each currency. Written by
-- post_to_ledger only. Without foreign keys: the books outlive what they describe.
create table ledger_transactions (
  id uuid primary key default new_id(),
  kind text not null check (kind in ('sale', 'payment_returned', 'refund', 'refund_sent', 'refund_rejected', 'refund_paid_another_way',
    'dispute', 'provider_fee', 'dispute_fee', 'settlement', 'payout', 'transfer', 'booking_payment', 'booking_refund', 'booking_fee', 'offset')),
  -- Such as 'sale:<order>'. What has the same source is posted once.
  source text collate "C" not null unique,
  event_id uuid not null,
  -- Null for what is about the whole event.
  order_id uuid,
  -- Where the event is, when it was posted.
  day date not null,
  -- The tickets that were sold or refunded.
  tickets integer not null default 0,
  posted_at timestamptz not null default clock_timestamp()
);
create index ledger_transactions_event on ledger_transactions (event_id, day, id);
create index ledger_transactions_day on ledger_transactions (day, id);
create index ledger_transactions_order on ledger_transactions (order_id, posted_at desc, id desc);

-- Accounts belong to an event. provider: money at the payment provider. organizer: the organizer's share. service_fees: income of
-- the site. refunds_due: approved refunds that have not been sent. disputes: what a lost dispute took and the refunds of its
-- tickets pay. payable: settled shares of people that have not been transferred.
create table ledger_entries (
  id bigint generated always as identity primary key,
  transaction_id uuid not null references ledger_transactions on delete restrict,
  account text not null check (account in ('provider', 'organizer', 'service_fees', 'refunds_due', 'disputes', 'payable')),
  event_id uuid not null,
  -- Whom a share is payable to.
  person_id uuid,
  currency text not null,
  -- In the smallest unit of the currency. Debits are positive, credits negative.
  amount bigint not null check (amount <> 0),
  check ((account = 'payable') = (person_id is not null))
);
create index ledger_entries_account on ledger_entries (event_id, account, id) include (currency, amount);
create index ledger_entries_person on ledger_entries (person_id, id) where person_id is not null;
create index ledger_entries_transaction on ledger_entries (transaction_id);

-- The sums of the entries by day, so that reading a statement doesn't take longer with more orders. `entries` counts them.
create table ledger_days (
  event_id uuid not null,
  account text not null,
  kind text not null,
  day date not null,
  person_id uuid,
  currency text not null,
  amount bigint not null,
  entries integer not null,
  tickets integer not null,
  unique nulls not distinct (event_id, account, kind, day, currency, person_id)
);

create index ledger_days_person on ledger_days (person_id) where person_id is not null;

create trigger ledger_entries_balanced after insert on ledger_entries referencing new table as added
  for each statement execute function check_ledger_balance();
create trigger ledger_entries_summed after insert on ledger_entries referencing new table as added
  for each statement execute function add_to_ledger_days();
create constraint trigger ledger_transactions_with_entries after insert on ledger_transactions deferrable initially deferred
  for each row execute function check_ledger_entries();
create trigger ledger_transactions_append_only before update or delete on ledger_transactions for each row execute function refuse_change();
create trigger ledger_transactions_not_emptied before truncate on ledger_transactions for each statement execute function refuse_change();
create trigger ledger_entries_append_only before update or delete on ledger_entries for each row execute function refuse_change();
create trigger ledger_entries_not_emptied before truncate on ledger_entries for each statement execute function refuse_change();
