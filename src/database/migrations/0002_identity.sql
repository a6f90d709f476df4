-- An account is a way in; a profile is what others see. They share one id and are made in one transaction.
create table accounts (
  id uuid primary key default new_id(),
  email text not null check (email = lower(btrim(email)) and length(email) between 3 and 254),
  phone text unique check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  password_hash text,
  email_verified_at timestamptz,
  phone_verified_at timestamptz,
  user_metadata jsonb not null default '{}',
  suspended_until timestamptz,
  last_signed_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index accounts_email_unique on accounts (email);

create table profiles (
  id uuid primary key references accounts on delete cascade,
  full_name text not null check (length(btrim(full_name)) between 1 and 100),
  email text not null,
  dj_name text check (length(dj_name) <= 100),
  bio text check (length(bio) <= 4000),
  genre text check (length(genre) <= 60),
  location text check (length(location) <= 120),
  phone text check (length(phone) <= 40),
  price_range text check (length(price_range) <= 60),
  equipment text[] not null default '{}',
  avatar_url text,
  is_verified boolean not null default false,
  is_public boolean not null default true,
  rate_cents integer check (rate_cents >= 0),
  availability_days smallint[] not null default '{}' check (availability_days <@ '{1,2,3,4,5,6,7}'),
  social_links jsonb not null default '[]',
  is_sample boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index profiles_name_search on profiles using gin ((coalesce(dj_name, '') || ' ' || full_name || ' ' || coalesce(location, '')) gin_trgm_ops);
create index profiles_created on profiles (created_at desc, id desc);

-- The profile shows the account's address; one writes, the other follows.
create function copy_account_email() returns trigger language plpgsql as $$
begin
  update profiles set email = new.email where id = new.id;
  return new;
end $$;
create trigger accounts_email_follows after update of email on accounts
  for each row when (old.email is distinct from new.email) execute function copy_account_email();

create table user_roles (
  user_id uuid not null references profiles on delete cascade,
  role text not null check (role in ('admin', 'moderator', 'user', 'customer')),
  created_at timestamptz not null default now(),
  primary key (user_id, role)
);
create index user_roles_role on user_roles (role);

create table sessions (
  id uuid primary key default new_id(),
  user_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  assurance text not null default 'aal1' check (assurance in ('aal1', 'aal2')),
  ip text,
  user_agent text
);
create index sessions_user on sessions (user_id) where ended_at is null;

-- Links and codes sent by mail or message. Only a hash is kept; a token is used once.
create table one_time_tokens (
  token_hash bytea primary key,
  user_id uuid not null references accounts on delete cascade,
  purpose text not null check (purpose in ('verify_email', 'recover', 'sign_in', 'email_change', 'phone', 'reauthenticate')),
  payload jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_tokens_user on one_time_tokens (user_id, purpose) where used_at is null;
