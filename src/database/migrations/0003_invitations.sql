create table invitations (
  id uuid primary key default new_id(),
  code text not null unique check (code ~ '^[A-Z0-9]{8}$'),
  status text not null default 'pending' check (status in ('pending', 'used', 'expired', 'revoked')),
  created_by uuid references profiles on delete set null,
  used_by uuid references profiles on delete set null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  note text check (length(note) <= 200),
  sent_to text,
  -- One use: whoever used it is written once, together with the time (used_by may fall to null when that account is deleted).
  constraint invitations_used_once check ((status = 'used') = (used_at is not null)),
  constraint invitations_used_by_only_when_used check (used_by is null or status = 'used')
);
create index invitations_created on invitations (created_at desc, id desc);
create index invitations_creator on invitations (created_by);
create unique index invitations_one_per_person on invitations (used_by) where used_by is not null;
create index invitations_expiry on invitations (expires_at) where status = 'pending';

-- pending -> used | expired | revoked, and nothing ever comes back.
create function check_invitation_transition() returns trigger language plpgsql as $$
begin
  if old.status <> 'pending' then
    raise exception 'invitation %: % cannot become %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger invitations_transition before update of status on invitations
  for each row when (old.status is distinct from new.status) execute function check_invitation_transition();

create table invite_requests (
  id uuid primary key default new_id(),
  full_name text not null check (length(btrim(full_name)) between 1 and 100),
  email text not null check (email = lower(btrim(email))),
  occupation text not null check (length(occupation) <= 60),
  about text not null default '' check (length(about) <= 1000),
  links text not null default '' check (length(links) <= 1000),
  vouched_by text not null default '' check (length(vouched_by) <= 200),
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined')),
  invitation_id uuid references invitations on delete set null,
  answered_by uuid references profiles on delete set null,
  answered_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index invite_requests_one_pending on invite_requests (email) where status = 'pending';
