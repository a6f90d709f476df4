create table chat_rooms (
  id uuid primary key default new_id(),
  name text not null check (length(btrim(name)) between 1 and 50),
  description text check (length(description) between 1 and 200),
  room_type text not null check (room_type in ('public', 'private', 'genre')),
  genre text check (length(genre) between 1 and 30),
  created_by uuid references profiles on delete set null,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  check (genre is null or room_type = 'genre')
);
create index chat_rooms_active on chat_rooms (name) where is_active;

create table chat_room_members (
  id uuid primary key default new_id(),
  room_id uuid not null references chat_rooms on delete cascade,
  user_id uuid not null references profiles on delete cascade,
  role text not null default 'member' check (role in ('admin', 'member')),
  created_at timestamptz not null default now(),
  unique (room_id, user_id)
);
create index chat_room_members_user on chat_room_members (user_id, room_id);

create table chat_messages (
  id uuid primary key default new_id(),
  room_id uuid not null references chat_rooms on delete cascade,
  user_id uuid references profiles on delete set null,
  content text not null check (length(content) between 1 and 8000),
  message_type text not null default 'text' check (message_type in ('text')),
  is_edited boolean not null default false,
  created_at timestamptz not null default now()
);
-- Opening a room reads the newest hundred: without this an empty room scans every message there is.
create index chat_messages_room on chat_messages (room_id, id desc);
