-- Sign-ins, failed sign-ins and changes to an account, shown to its owner and to admins. `user_id` is null for failed sign-ins
-- with an address that has no account: they are counted by network only.
create table security_events (
  id uuid primary key default new_id(),
  user_id uuid references accounts on delete cascade,
  -- The admin who changed the account.
  actor_id uuid references accounts on delete set null,
  kind text not null,
  -- `at` is the latest repeat and `first_at` the earliest.
  at timestamptz not null,
  first_at timestamptz not null,
  count integer not null default 1 check (count > 0),
  -- No foreign key: sessions are deleted 30 days after they end.
  session_id uuid,
  ip text,
  -- ISO 3166, from the header of a proxy.
  country text check (country ~ '^[A-Z]{2}$'),
  device text,
  is_new_device boolean not null default false,
  answer text check (answer in ('me', 'not_me')),
  details jsonb not null default '{}'
);
create index security_events_of_user on security_events (user_id, at desc, id desc);
create index security_events_newest on security_events (at desc, id desc);
create index security_events_of_kind on security_events (kind, at desc, id desc);
create index security_events_of_network on security_events (ip, at desc) where ip is not null;
create index security_events_unknown on security_events (at desc) where user_id is null;
create index security_events_actor on security_events (actor_id) where actor_id is not null;
