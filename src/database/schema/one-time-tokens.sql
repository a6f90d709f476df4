-- Links and codes sent by email or SMS. Only hashes are stored, and a token works once. The link and the six digits of
-- one email are two keys to the same token.
create table one_time_tokens (
  token_hash bytea primary key,
  code_hash bytea,
  -- Null while no account has this address. Using the token creates one.
  user_id uuid references accounts on delete cascade,
  purpose text not null check (purpose in (
    'verify_email', 'recover', 'sign_in', 'email_change_current', 'email_change_new', 'verify_phone', 'phone_sign_in', 'phone_change',
    'reauthenticate', 'invite')),
  -- The email or phone that the token verifies.
  sent_to text,
  payload jsonb not null default '{}',
  -- An app that requested the email exchanges the link for a session itself (PKCE).
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  attempts smallint not null default 0 check (attempts >= 0),
  -- Networks that requested a code to sign in, to set a password or for a phone. Each of them, the networks of the owner's earlier sessions ("home") and all others together
  -- ("elsewhere") have their own attempts ({"network": 2, "home": 1, "elsewhere": 5}), so that a stranger can't use up the owner's.
  -- Null for other emails, whose attempts count together.
  requested_from text[] check (cardinality(requested_from) between 1 and 5),
  tries jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint one_time_tokens_whose check (user_id is not null or sent_to is not null),
  constraint one_time_tokens_challenge check ((code_challenge is null) = (code_challenge_method is null))
);
create index one_time_tokens_user on one_time_tokens (user_id, purpose);
create index one_time_tokens_sent on one_time_tokens (sent_to, purpose);
