create table auth_factors (
  id uuid primary key default new_id(),
  user_id uuid not null references accounts on delete cascade,
  kind text not null check (kind in ('totp', 'phone', 'webauthn')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  friendly_name text check (length(friendly_name) between 1 and 100),
  -- TOTP: sealed with a key derived from SECRET. The last used step is stored, so that a code works once.
  secret_sealed bytea,
  last_step bigint not null default 0,
  phone text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
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
create index auth_factors_user on auth_factors (user_id);
create trigger auth_factors_counted after insert or delete or update of status on auth_factors
  for each row execute function copy_has_second_factor();

-- A passkey signs in without a password, and without two-step verification.
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

-- A challenge is answered once. Without a user while a person signs in with a passkey.
create table auth_challenges (
  id uuid primary key default new_id(),
  purpose text not null check (purpose in ('factor', 'passkey_create', 'passkey_sign_in')),
  user_id uuid references accounts on delete cascade,
  factor_id uuid references auth_factors on delete cascade,
  -- Hash of the WebAuthn challenge, or of the code in the SMS.
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
