-- Accounts at other providers that sign in here. Email, phone and password of the account itself are not listed.
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

-- A sign-in at a provider that has started. The state travels in the address and a second value in a cookie; both are stored as
-- hashes. The nonce and the verifier that the provider gets are derived from the state.
create table sign_in_flows (
  id uuid primary key default new_id(),
  state_hash bytea not null unique,
  browser_hash bytea,
  provider text not null,
  redirect_to text not null,
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  -- Set: the identity is linked to this account instead of starting a session.
  link_to uuid references accounts on delete cascade,
  payload jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((code_challenge is null) = (code_challenge_method is null))
);
create index sign_in_flows_expiry on sign_in_flows (expires_at);
create index sign_in_flows_link on sign_in_flows (link_to) where link_to is not null;

-- What an app exchanges for a session (grant_type=pkce). The exchange deletes the row.
create table auth_codes (
  code_hash bytea primary key,
  user_id uuid not null references accounts on delete cascade,
  code_challenge text not null,
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  amr_method text not null,
  -- Set: the session that continues, for a signed-in person who linked a provider. Otherwise the exchange starts a new one.
  session_id uuid references sessions on delete cascade,
  -- For an app that asked the provider for more than the identity. Sealed with a key derived from SECRET.
  provider_tokens_sealed bytea,
  expires_at timestamptz not null
);
create index auth_codes_expiry on auth_codes (expires_at);
create index auth_codes_user on auth_codes (user_id);
create index auth_codes_session on auth_codes (session_id) where session_id is not null;
