create table settings (
  key text primary key,
  value jsonb not null,
  -- A save that was based on another version is refused.
  version integer not null default 1 check (version > 0),
  updated_by uuid references profiles on delete set null,
  updated_at timestamptz not null default now()
);
