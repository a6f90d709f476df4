create table sessions (
  id uuid primary key default new_id(),
  user_id uuid not null references accounts on delete cascade,
  assurance text not null default 'aal1' check (assurance in ('aal1', 'aal2')),
  -- How the person signed in: [{"method": "password", "timestamp": 1700000000}], RFC 8176 as GoTrue spells it.
  amr jsonb not null default '[{"method": "password", "timestamp": 0}]',
  -- The refresh token is the id, this counter and a signature. The token itself is not stored.
  refresh_counter integer not null default 0 check (refresh_counter >= 0),
  -- When the newest ten refresh tokens before the current one were retired, the newest last.
  retired_at timestamptz[] not null default '{}',
  ip text,
  user_agent text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_user on sessions (user_id) where ended_at is null;
-- Earlier sessions of a person, also ended ones.
create index sessions_owner on sessions (user_id, last_seen_at);

-- A browser that skips two-step verification for thirty days.
create table trusted_browsers (
  token_hash bytea primary key,
  user_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index trusted_browsers_user on trusted_browsers (user_id);

-- Browsers in which a person has signed in. The cookie holds one token for each person who uses the browser.
create table known_devices (
  token_hash bytea primary key,
  user_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null
);
create index known_devices_user on known_devices (user_id);
create index known_devices_unused on known_devices (last_used_at);

-- ES256 keys. The private half is sealed with a key derived from SECRET. The newest one with `signs_from` in the past signs.
create table signing_keys (
  id uuid primary key default new_id(),
  public_jwk jsonb not null,
  private_sealed bytea not null,
  created_at timestamptz not null default now(),
  signs_from timestamptz not null,
  verifies_until timestamptz
);

-- Tokens for the operator's programs, which may manage accounts.
create table service_tokens (
  id uuid primary key default new_id(),
  name text not null check (length(name) between 1 and 100),
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
