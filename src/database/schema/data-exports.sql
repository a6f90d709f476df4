-- A person's own data as a download. One per person: the next one replaces it.
create table data_exports (
  user_id uuid primary key references accounts on delete cascade,
  requested_at timestamptz not null default now(),
  ready_at timestamptz,
  expires_at timestamptz,
  -- Gzipped JSON, deleted when it expires. `bytes` is the size of the JSON.
  archive bytea,
  bytes bigint check (bytes >= 0),
  check ((ready_at is null) = (expires_at is null)),
  check (archive is null or ready_at is not null)
);
-- Already compressed, and read in slices.
alter table data_exports alter column archive set storage external;
create index data_exports_expiry on data_exports (expires_at) where archive is not null;
