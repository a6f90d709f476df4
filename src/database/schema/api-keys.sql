-- Keys with which a person's programs call /api/v1. The key itself is not stored.
create table api_keys (
  id uuid primary key default new_id(),
  user_id uuid not null references accounts on delete cascade,
  name text not null check (length(name) between 1 and 100),
  -- The start of the key, by which its owner recognizes it.
  prefix text not null,
  key_hash bytea not null unique,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  -- Revoked keys stay, so that attempts with them are recorded for their owner.
  revoked_at timestamptz
);
create index api_keys_user on api_keys (user_id, created_at desc);
create trigger accounts_taken_over_without_keys after update of taken_over_at on accounts
  for each row when (new.taken_over_at is distinct from old.taken_over_at) execute function delete_api_keys();
