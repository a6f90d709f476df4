create table user_member_types (
  user_id uuid not null references profiles on delete cascade,
  member_type text not null check (member_type in ('dj', 'promoter', 'media', 'equipment_hire', 'venue', 'producer', 'agent')),
  created_at timestamptz not null default now(),
  primary key (user_id, member_type)
);
create index user_member_types_type on user_member_types (member_type, user_id);

create table connections (
  id uuid primary key default new_id(),
  user_id uuid not null references profiles on delete cascade,
  connected_user_id uuid not null references profiles on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'accepted', 'declined')),
  note text check (length(note) <= 300),
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  check (user_id <> connected_user_id)
);
-- One row for a pair of people, whoever asked first.
create unique index connections_pair on connections (least(user_id, connected_user_id), greatest(user_id, connected_user_id));
create index connections_user on connections (user_id, status);
create index connections_connected on connections (connected_user_id, status);

-- Once per viewer and day; a visitor without an account counts by a salted hash of the day.
create table profile_views (
  profile_id uuid not null references profiles on delete cascade,
  viewer text not null,
  viewed_on date not null,
  primary key (profile_id, viewed_on, viewer)
);
