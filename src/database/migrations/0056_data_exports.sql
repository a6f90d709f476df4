-- What is held about a person, for themselves: one each, since the next takes the place of the one before.
create table data_exports (
  user_id uuid primary key references accounts on delete cascade,
  asked_at timestamptz not null default now(),
  ready_at timestamptz,
  expires_at timestamptz,
  -- JSON, gzipped; it goes when its time is over.
  archive bytea,
  -- Of the JSON.
  bytes bigint check (bytes >= 0),
  check ((ready_at is null) = (expires_at is null)),
  check (archive is null or ready_at is not null)
);
-- It is compressed already, and read in slices.
alter table data_exports alter column archive set storage external;
create index data_exports_expiry on data_exports (expires_at) where archive is not null;
