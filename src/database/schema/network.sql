create table connections (
  id uuid primary key default new_id(),
  user_id uuid not null references profiles on delete cascade,
  connected_user_id uuid not null references profiles on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'accepted', 'declined')),
  note text check (length(note) <= 300),
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  check (user_id <> connected_user_id),
  constraint connections_answered check ((status = 'pending') = (answered_at is null))
);
-- One row for a pair of people, whichever of them asked first.
create unique index connections_pair on connections (least(user_id, connected_user_id), greatest(user_id, connected_user_id));
create index connections_user on connections (user_id, status);
create index connections_connected on connections (connected_user_id, status);
create trigger connections_transition before update of status on connections
  for each row when (old.status is distinct from new.status) execute function check_connection_transition();

-- Neither person can find the other.
create table blocks (
  blocker_id uuid not null references profiles on delete cascade,
  blocked_id uuid not null references profiles on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_blocked on blocks (blocked_id);
