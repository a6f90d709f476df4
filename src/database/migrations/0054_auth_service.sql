-- Somebody may come with a phone alone; every account has at least one of the two.
alter table accounts alter column email drop not null;
alter table accounts add constraint accounts_reachable check (email is not null or phone is not null);
alter table profiles alter column email drop not null;

-- What waits to be confirmed: an address at both ends, a number at its own.
alter table accounts add column new_email text check (new_email = lower(btrim(new_email)) and length(new_email) between 3 and 254);
-- Which of the two ends has said yes already; the other one still must.
alter table accounts add column new_email_half text check (new_email_half in ('current', 'new'));
alter table accounts add column new_phone text check (new_phone ~ '^\+[1-9][0-9]{6,14}$');
-- Kept by the trigger of auth_factors: whoever has a verified factor is let in by a session of aal2 alone.
alter table accounts add column has_second_factor boolean not null default false;
alter table accounts add column password_changed_at timestamptz;
-- When whoever proved the address got an account that somebody else had opened with it.
alter table accounts add column taken_over_at timestamptz;

-- What its opener was handed out and may still have: the address of its calendar.
create function close_what_was_handed_out() returns trigger language plpgsql as $$
begin
  update calendar_feeds set version = version + 1, revoked_at = new.taken_over_at where user_id = new.id;
  return null;
end $$;
create trigger accounts_taken_over after update of taken_over_at on accounts
  for each row when (new.taken_over_at is distinct from old.taken_over_at) execute function close_what_was_handed_out();

-- The refresh token is the id, the counter and a signature: nothing of it is stored.
alter table sessions add column refresh_counter integer not null default 0 check (refresh_counter >= 0);
alter table sessions add column refreshed_at timestamptz;
-- How this person proved who they are: [{"method": "password", "timestamp": 1700000000}], RFC 8176 as GoTrue spells it.
alter table sessions add column amr jsonb not null default '[{"method": "password", "timestamp": 0}]';

-- Where somebody was before, also after they signed out.
create index sessions_owner on sessions (user_id, last_seen_at);

-- A link and the six digits of the same mail are two keys of one token.
alter table one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table one_time_tokens add constraint one_time_tokens_purpose_check check (purpose in (
  'verify_email', 'recover', 'sign_in', 'email_change_current', 'email_change_new', 'verify_phone', 'phone_sign_in', 'phone_change',
  'reauthenticate', 'invite'));
-- Absent: nobody has an account there yet, and whoever proves to read what is sent there gets one.
alter table one_time_tokens alter column user_id drop not null;
alter table one_time_tokens add column code_hash bytea;
alter table one_time_tokens add column attempts smallint not null default 0 check (attempts >= 0);
-- Where it was sent: the address or number that it proves.
alter table one_time_tokens add column sent_to text;
alter table one_time_tokens add constraint one_time_tokens_whose check (user_id is not null or sent_to is not null);
-- An app that asked for the mail trades the link for its session itself (PKCE).
alter table one_time_tokens add column code_challenge text;
alter table one_time_tokens add column code_challenge_method text check (code_challenge_method in ('s256', 'plain'));
alter table one_time_tokens add constraint one_time_tokens_challenge check ((code_challenge is null) = (code_challenge_method is null));
create index one_time_tokens_sent on one_time_tokens (sent_to, purpose) where used_at is null;

-- Ways in through somebody else. What an account's own address and phone open is not written here.
create table identities (
  id uuid primary key default new_id(),
  user_id uuid not null references accounts on delete cascade,
  provider text not null check (length(provider) between 1 and 100),
  provider_id text not null check (length(provider_id) between 1 and 500),
  identity_data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_signed_in_at timestamptz,
  unique (provider, provider_id)
);
create index identities_user on identities (user_id);

-- Between the click and the way back. The state travels in addresses, the browser's half in a cookie; of both a hash is kept, and what
-- is sent to the provider (nonce, verifier) is made from the state.
create table sign_in_flows (
  id uuid primary key default new_id(),
  state_hash bytea not null unique,
  browser_hash bytea,
  provider text not null,
  redirect_to text not null,
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  -- Set: whoever comes back is linked to this account instead of signed in.
  link_to uuid references accounts on delete cascade,
  payload jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((code_challenge is null) = (code_challenge_method is null))
);
create index sign_in_flows_expiry on sign_in_flows (expires_at);
create index sign_in_flows_link on sign_in_flows (link_to) where link_to is not null;

-- What an app trades for a session (grant_type=pkce): whoever trades takes the row away.
create table auth_codes (
  code_hash bytea primary key,
  user_id uuid not null references accounts on delete cascade,
  code_challenge text not null,
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  amr_method text not null,
  -- Set: the session that goes on, for whoever was signed in and linked a provider. Otherwise a new one is opened.
  session_id uuid references sessions on delete cascade,
  -- Of an app that asked the provider for more than who somebody is. Sealed with a key made from SECRET.
  provider_tokens_sealed bytea,
  expires_at timestamptz not null
);
create index auth_codes_expiry on auth_codes (expires_at);
create index auth_codes_user on auth_codes (user_id);
create index auth_codes_session on auth_codes (session_id) where session_id is not null;

create table auth_factors (
  id uuid primary key default new_id(),
  user_id uuid not null references accounts on delete cascade,
  kind text not null check (kind in ('totp', 'phone', 'webauthn')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  friendly_name text check (length(friendly_name) between 1 and 100),
  -- TOTP: sealed with a key made from SECRET; the last step that was used, so that a code opens once.
  secret_sealed bytea,
  last_step bigint not null default 0,
  phone text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  -- WebAuthn.
  credential_id text unique,
  public_key bytea,
  sign_count bigint not null default 0,
  transports text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_challenged_at timestamptz,
  last_used_at timestamptz,
  check ((kind = 'totp') = (secret_sealed is not null)),
  check ((kind = 'phone') = (phone is not null)),
  check (status = 'unverified' or kind <> 'webauthn' or (credential_id is not null and public_key is not null))
);
create unique index auth_factors_name on auth_factors (user_id, friendly_name) where friendly_name is not null;

create function keep_has_second_factor() returns trigger language plpgsql as $$
declare
  v_user uuid := coalesce(new.user_id, old.user_id);
begin
  -- Only where it changes something: whoever merely begins to add one changes nothing about their account.
  update accounts a set has_second_factor = not a.has_second_factor
    where a.id = v_user
      and a.has_second_factor <> exists (select from auth_factors f where f.user_id = v_user and f.status = 'verified');
  return null;
end $$;
create trigger auth_factors_counted after insert or delete or update of status on auth_factors
  for each row execute function keep_has_second_factor();

-- A way in by itself: something one has and a finger or a PIN. Not asked for after a password.
create table passkeys (
  id uuid primary key default new_id(),
  user_id uuid not null references accounts on delete cascade,
  friendly_name text not null check (length(friendly_name) between 1 and 100),
  credential_id text not null unique,
  public_key bytea not null,
  sign_count bigint not null default 0,
  transports text[] not null default '{}',
  is_backed_up boolean not null default false,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- A question that is answered once: for a factor, a new passkey, or whoever signs in with one (nobody yet).
create table auth_challenges (
  id uuid primary key default new_id(),
  purpose text not null check (purpose in ('factor', 'passkey_create', 'passkey_sign_in')),
  user_id uuid references accounts on delete cascade,
  factor_id uuid references auth_factors on delete cascade,
  -- Of the challenge of WebAuthn, or of the code in a message.
  secret_hash bytea,
  attempts smallint not null default 0 check (attempts >= 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((purpose = 'factor') = (factor_id is not null)),
  check ((purpose = 'passkey_sign_in') = (user_id is null))
);
create index auth_challenges_factor on auth_challenges (factor_id);
create index auth_challenges_user on auth_challenges (user_id) where user_id is not null;
create index auth_challenges_expiry on auth_challenges (expires_at);

create table recovery_codes (
  code_hash bytea primary key,
  user_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index recovery_codes_user on recovery_codes (user_id);

-- A browser that is not asked for the second factor for thirty days.
create table trusted_browsers (
  token_hash bytea primary key,
  user_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index trusted_browsers_user on trusted_browsers (user_id);

-- ES256. The private half is sealed with a key made from SECRET. The newest that has begun signs; others only verify until they end.
create table signing_keys (
  id uuid primary key default new_id(),
  public_jwk jsonb not null,
  private_sealed bytea not null,
  created_at timestamptz not null default now(),
  signs_from timestamptz not null,
  verifies_until timestamptz
);

-- For programs of the house: they may manage accounts.
create table service_tokens (
  id uuid primary key default new_id(),
  name text not null check (length(name) between 1 and 100),
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
