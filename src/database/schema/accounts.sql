-- An account signs in; a profile is what others see. Both have the same id and are created in one transaction.
create table accounts (
  id uuid primary key default new_id(),
  email text check (email = lower(btrim(email)) and length(email) between 3 and 254),
  email_verified_at timestamptz,
  phone text unique check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  phone_verified_at timestamptz,
  password_hash text,
  password_changed_at timestamptz,
  -- Maintained by the trigger of auth_factors. An account with a verified factor needs a session of level aal2.
  has_second_factor boolean not null default false,
  -- A new email that needs confirmation from both addresses, and which of the two has confirmed it.
  new_email text check (new_email = lower(btrim(new_email)) and length(new_email) between 3 and 254),
  new_email_confirmed_by text check (new_email_confirmed_by in ('current', 'new')),
  new_phone text check (new_phone ~ '^\+[1-9][0-9]{6,14}$'),
  suspended_until timestamptz,
  -- Shown to the suspended person when they sign in.
  suspended_reason text check (length(suspended_reason) <= 500),
  -- When the person who verified the email took over an account that another person had created with it.
  taken_over_at timestamptz,
  -- When the account lost an unverified email or phone to the person who verified it. It keeps existing, because it may hold tickets.
  claim_removed_at timestamptz,
  -- When the owner ended all sessions, or all others. Links issued earlier are invalid.
  ended_everywhere_at timestamptz,
  user_metadata jsonb not null default '{}',
  -- Written by the operator's programs (GoTrue's app_metadata). Every access token contains it, so it stays small.
  app_metadata jsonb not null default '{}' check (jsonb_typeof(app_metadata) = 'object'),
  last_signed_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint accounts_reachable check (email is not null or phone is not null or claim_removed_at is not null),
  constraint accounts_email_verified check (email is not null or email_verified_at is null),
  constraint accounts_phone_verified check (phone is not null or phone_verified_at is null),
  constraint accounts_suspended_reason_belongs check (suspended_reason is null or suspended_until is not null)
);
create unique index accounts_email_unique on accounts (email);
-- Few accounts are suspended: lists read them once and exclude them.
create index accounts_suspended on accounts (suspended_until) where suspended_until is not null;
create index accounts_new_email on accounts (new_email) where new_email is not null;
create index accounts_new_phone on accounts (new_phone) where new_phone is not null;
create trigger accounts_email_follows after update of email on accounts
  for each row when (old.email is distinct from new.email) execute function copy_account_email();
create trigger accounts_taken_over after update of taken_over_at on accounts
  for each row when (new.taken_over_at is distinct from old.taken_over_at) execute function revoke_calendar_feeds();
create trigger accounts_ended_everywhere after update of ended_everywhere_at on accounts
  for each row when (new.ended_everywhere_at is distinct from old.ended_everywhere_at) execute function end_calendar();
