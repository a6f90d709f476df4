-- Addresses of other programs, to which members have changes of their own events and bookings sent.
create table webhook_endpoints (
  id uuid primary key default new_id(),
  user_id uuid not null references profiles on delete cascade,
  url text not null check (length(url) between 1 and 2000),
  -- Sealed with a key derived from SECRET. The previous secret also signs until its time, so that receivers can change over.
  secret_sealed bytea not null,
  previous_secret_sealed bytea,
  previous_secret_until timestamptz,
  kinds text[] not null check (cardinality(kinds) between 1 and 20),
  created_at timestamptz not null default now(),
  -- Since when every attempt failed. Null: the last attempt was successful.
  failing_since timestamptz,
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('owner', 'gone', 'failing')),
  constraint webhook_endpoints_disabled check ((disabled_at is null) = (disabled_reason is null)),
  constraint webhook_endpoints_previous check ((previous_secret_sealed is null) = (previous_secret_until is null))
);
create index webhook_endpoints_user on webhook_endpoints (user_id);

-- Messages to endpoints, written in the transaction of the change (database/enqueue-webhooks.ts). Without a foreign key, because its lock would
-- make sales and check-ins wait for changes of endpoints. A periodic task deletes the messages of removed
-- endpoints. Ids of the payload are not personal data of buyers.
create table webhook_deliveries (
  -- The `webhook-id`, by which receivers recognize a repeated message.
  id uuid primary key default new_id(),
  endpoint_id uuid not null,
  kind text not null check (length(kind) between 1 and 40),
  payload jsonb not null,
  created_at timestamptz not null default now(),
  attempts integer not null default 0 check (attempts >= 0),
  -- Null once it was delivered or given up. While it is being sent, the time after which another process may send it.
  next_attempt_at timestamptz default now(),
  delivered_at timestamptz,
  failed_at timestamptz,
  last_attempt_at timestamptz,
  last_status integer,
  last_problem text check (length(last_problem) between 1 and 40),
  constraint webhook_deliveries_ended check (num_nonnulls(next_attempt_at, delivered_at, failed_at) = 1)
);
create index webhook_deliveries_endpoint on webhook_deliveries (endpoint_id, created_at desc, id desc);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_attempt_at) where next_attempt_at is not null;
create index webhook_deliveries_created on webhook_deliveries (created_at);

create trigger tickets_announce_check_in after update of checked_in_at on tickets
  for each row when (old.checked_in_at is null and new.checked_in_at is not null) execute function announce_check_in();
create trigger accounts_taken_over_without_webhooks after update of taken_over_at on accounts
  for each row when (new.taken_over_at is distinct from old.taken_over_at) execute function delete_webhooks();
