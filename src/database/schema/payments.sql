-- A payment of an order, or by an organizer for a booking of their event. The reference is ours and is settled once.
-- `returned`: the money arrived too late, twice or in the wrong amount, and is refunded in full.
create table payments (
  id uuid primary key default new_id(),
  order_id uuid references orders on delete restrict,
  booking_id uuid references bookings on delete restrict,
  -- The event whose books have the booking's payment, even if the booking leaves the event.
  event_id uuid references events on delete restrict,
  -- deposit: transferred to the DJ immediately. balance: covers their fee where ticket income doesn't.
  purpose text check (purpose in ('deposit', 'balance')),
  provider text not null check (provider in ('sandbox', 'stripe')),
  provider_reference text not null,
  status text not null default 'started' check (status in ('started', 'approved', 'declined', 'abandoned', 'returned')),
  amount_cents integer not null check (amount_cents > 0),
  decline_reason text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  -- Set while the bank has not answered yet.
  processing_since timestamptz,
  -- The provider's own id, known once the customer has pressed Pay.
  provider_payment_id text,
  -- What the buyer paid with, such as 'Visa ending 4242'; null when it isn't known.
  method text,
  -- When to look the payment up at the provider again; null once it is final.
  check_at timestamptz,
  unique (provider, provider_reference),
  unique (provider, provider_payment_id),
  check ((order_id is null) <> (booking_id is null)),
  check ((booking_id is null) = (event_id is null) and (booking_id is null) = (purpose is null))
);
create index payments_order on payments (order_id) where order_id is not null;
create index payments_booking on payments (booking_id) where booking_id is not null;
create index payments_event on payments (event_id) where event_id is not null;
-- For the admin's list.
create index payments_newest on payments (created_at desc, id desc);
-- Two approvals of one order would charge the customer twice.
create unique index payments_one_approved on payments (order_id) where status = 'approved';
create unique index payments_one_deposit on payments (booking_id) where status = 'approved' and purpose = 'deposit';
create index payments_to_check on payments (check_at) where check_at is not null;
create constraint trigger payments_for_bookings_posted after update of status on payments deferrable initially deferred for each row
  when (new.status = 'approved' and new.booking_id is not null) execute function post_booking_payment();
create index payments_waiting on payments (processing_since) where processing_since is not null;

-- Delayed answers of the sandbox's bank, which survive a restart.
create table sandbox_answers (
  reference text primary key,
  due_at timestamptz not null
);
create index sandbox_answers_due on sandbox_answers (due_at);

-- What a provider reported, each report once. A job reads the object again, so order and repeats don't matter.
create table payment_events (
  id text primary key,
  kind text not null,
  object_id text not null,
  -- provider_payment_id of the payment, if the object belongs to one.
  payment_id text,
  received_at timestamptz not null default now(),
  handled_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text
);
create index payment_events_open on payment_events (next_attempt_at) where handled_at is null;
create index payment_events_payment on payment_events (payment_id);
-- For the figures of a day. Costs next to nothing, because the rows come in this order.
create index payment_events_received on payment_events using brin (received_at);

-- A buyer's bank wants a payment back. The id is the provider's.
create table disputes (
  id text primary key,
  payment_id uuid not null references payments on delete restrict,
  amount_cents integer not null check (amount_cents > 0),
  -- The provider's code, such as 'fraudulent'.
  reason text not null,
  -- won and lost are final. closed: the bank withdrew its question before it became a dispute.
  status text not null check (status in ('open', 'under_review', 'won', 'lost', 'closed')),
  -- The bank only asks so far, and has taken no money. A refund can still answer it.
  is_inquiry boolean not null default false,
  -- Until when evidence can be sent; null once it can't.
  due_by timestamptz,
  opened_at timestamptz not null,
  closed_at timestamptz,
  -- When the organizer was first emailed about it.
  notified_at timestamptz,
  -- The latest attempt to respond, written before the provider is called. `response_sent_at`: the provider has it.
  response text check (response in ('evidence', 'acceptance')),
  responded_by uuid references profiles on delete set null,
  responded_at timestamptz,
  response_sent_at timestamptz,
  note text not null default '' check (char_length(note) <= 2000),
  -- The text that the bank received; null until then. Both are erased with the buyer's account.
  evidence jsonb,
  -- While it is in the future, one request is responding. It ends by itself if the process dies.
  response_locked_until timestamptz,
  check ((response is null) = (responded_at is null))
);
create constraint trigger disputes_posted after insert or update on disputes deferrable initially deferred
  for each row execute function post_dispute();
create index disputes_payment on disputes (payment_id);
create index disputes_responder on disputes (responded_by) where responded_by is not null;
-- Also for the Money page, which lists the undecided ones.
create index disputes_due on disputes (due_by) where status in ('open', 'under_review');

create table refunds (
  id uuid primary key default new_id(),
  payment_id uuid not null references payments on delete restrict,
  amount_cents integer not null check (amount_cents > 0),
  -- The part of it that is service fee.
  fee_cents integer not null default 0 check (fee_cents between 0 and amount_cents),
  reason text not null,
  status text not null default 'requested' check (status in ('requested', 'done', 'failed')),
  provider_reference text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  -- When the provider accepted it, and when it reported that the bank paid it out.
  sent_at timestamptz,
  paid_at timestamptz,
  -- By which the buyer's bank can find it.
  bank_reference text,
  -- The provider's code of the bank's latest rejection; it stays when the refund is made again.
  rejection text,
  -- The last attempt failed because the provider's balance didn't cover it.
  is_balance_low boolean not null default false,
  -- How the organizer or an admin paid it after the bank had rejected it, in their words. It then counts as done.
  other_payment text check (other_payment is null or status = 'done'),
  -- An admin marked it so: the site's money paid the buyer, not the organizer's.
  is_paid_by_site boolean not null default false check (not is_paid_by_site or other_payment is not null)
);
create index refunds_payment on refunds (payment_id);
create index refunds_open on refunds (created_at) where status = 'requested';
create index refunds_failed on refunds (settled_at) where status = 'failed';
create trigger refunds_within_payment after insert or update on refunds for each row execute function check_refund_sum();
create constraint trigger refunds_posted after insert on refunds deferrable initially deferred
  for each row execute function post_refund();
create constraint trigger refunds_change_posted after update on refunds deferrable initially deferred for each row when (old.status <> new.status) execute function post_refund();
create trigger refunds_recorded after insert on refunds referencing new table as requested
  for each statement execute function record_refunds();
create trigger refunds_outcome_recorded after update on refunds for each row
  when (old.status <> new.status and new.status <> 'requested') execute function record_refund_outcome();

-- Up to when the fees in a provider's balance were posted to the ledger, by the provider's clock, and when that was last
-- looked at.
create table fee_imports (
  provider text primary key check (provider in ('sandbox', 'stripe')),
  imported_until timestamptz not null,
  checked_at timestamptz not null default clock_timestamp()
);
