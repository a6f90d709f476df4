-- The payout account of a person, which settled shares of events are transferred to. Deleted with the person, and when they
-- disconnect it. The payment provider has their identity and bank details; the columns below are what it last reported.
create table payees (
  user_id uuid primary key references profiles on delete cascade,
  -- Names the account to the provider, so that creating it twice creates one account.
  creation_key uuid not null unique default new_id(),
  provider text not null check (provider in ('sandbox', 'stripe')),
  -- Null until the provider has created the account.
  account_id text collate "C" unique check (length(account_id) between 1 and 100),
  status text not null default 'in_progress' check (status in ('in_progress', 'connected', 'restricted')),
  bank_name text,
  bank_last4 text check (bank_last4 ~ '^[0-9A-Za-z]{1,4}$'),
  country text check (country ~ '^[A-Z]{2}$'),
  currency text check (currency ~ '^[A-Z]{3}$'),
  -- What the provider needs: [{"code": "external_account", "dueAt": null}]. Codes are the provider's, and never shown.
  requirements jsonb not null default '[]' check (jsonb_typeof(requirements) = 'array'),
  checked_at timestamptz,
  -- When the account was first complete.
  connected_at timestamptz,
  created_at timestamptz not null default now(),
  constraint payees_created check (status = 'in_progress' or account_id is not null),
  constraint payees_connected check (status <> 'connected' or connected_at is not null)
);

-- The state that a person chose on the sandbox's page. Without a row, they have not opened it.
create table sandbox_payees (
  account_id text collate "C" primary key references payees (account_id) on delete cascade,
  setup text not null check (setup in ('complete', 'unfinished', 'tax_number_needed')),
  chosen_at timestamptz not null
);
