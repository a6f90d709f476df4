create table chat_rooms (
  id uuid primary key default new_id(),
  name text not null check (length(btrim(name)) between 1 and 50),
  description text check (length(description) between 1 and 200),
  room_type text not null check (room_type in ('public', 'private', 'genre')),
  genre text check (length(genre) between 1 and 30),
  join_by text check (join_by in ('invitation', 'request')),
  -- The two people of a direct conversation, the lower id first: `a:b`.
  direct_key text unique,
  slow_mode_seconds int not null default 0 check (slow_mode_seconds between 0 and 3600),
  created_by uuid references profiles on delete set null,
  created_at timestamptz not null default now(),
  is_active boolean not null default true,
  -- Only a moderator reopens what a moderator closed: the room's admin may be the person who was moderated.
  closed_by_moderator boolean not null default false,
  is_sample boolean not null default false,
  check (genre is null or room_type = 'genre'),
  check ((room_type = 'private') = (join_by is not null)),
  check (direct_key is null or room_type = 'private'),
  check (not (is_active and closed_by_moderator))
);
create index chat_rooms_open on chat_rooms (lower(name), id) where is_active and (room_type <> 'private' or join_by = 'request');
create index chat_rooms_closed on chat_rooms (lower(name), id) where closed_by_moderator;
create index chat_rooms_names on chat_rooms using gin (fold_text(name) gin_trgm_ops);

create table chat_room_members (
  id uuid primary key default new_id(),
  room_id uuid not null references chat_rooms on delete cascade,
  user_id uuid not null references profiles on delete cascade,
  role text not null default 'member' check (role in ('admin', 'member')),
  last_read_seq bigint not null default 0,
  -- For slow mode. Deleting the message doesn't reset it.
  last_sent_at timestamptz,
  created_at timestamptz not null default now(),
  unique (room_id, user_id)
-- Sending and reading update these rows often, but none of their indexed columns.
) with (fillfactor = 80);
create index chat_room_members_user on chat_room_members (user_id, room_id);

create table chat_room_invitations (
  room_id uuid not null references chat_rooms on delete cascade,
  user_id uuid not null references profiles on delete cascade,
  invited_by uuid references profiles on delete set null,
  created_at timestamptz not null default now(),
  primary key (room_id, user_id)
);
create index chat_room_invitations_user on chat_room_invitations (user_id);
create index chat_room_invitations_by on chat_room_invitations (invited_by) where invited_by is not null;

create table chat_join_requests (
  id uuid primary key default new_id(),
  room_id uuid not null references chat_rooms on delete cascade,
  user_id uuid not null references profiles on delete cascade,
  created_at timestamptz not null default now(),
  -- After a refusal, the person can ask again in a week.
  declined_at timestamptz,
  unique (room_id, user_id)
);
create index chat_join_requests_user on chat_join_requests (user_id);

create table chat_messages (
  id uuid primary key default new_id(),
  room_id uuid not null references chat_rooms on delete cascade,
  seq bigint not null,
  user_id uuid references profiles on delete set null,
  content text not null check (length(content) between 1 and 8000),
  message_type text not null default 'text' check (message_type in ('text')),
  -- Made by the sender's browser, so that a message sent twice is stored once.
  client_id uuid,
  created_at timestamptz not null default now(),
  is_edited boolean not null default false,
  edited_at timestamptz,
  hidden_at timestamptz,
  hidden_by uuid references profiles on delete set null,
  hidden_by_moderator boolean not null default false
);
-- Opening a room reads the newest hundred messages. Without this index an empty room would scan every message there is.
create unique index chat_messages_room on chat_messages (room_id, seq desc);
create unique index chat_messages_client on chat_messages (user_id, client_id) where client_id is not null;
create index chat_messages_user on chat_messages (user_id);
create index chat_messages_hidden_by on chat_messages (hidden_by) where hidden_by is not null;

-- One clock for everything in chat. A writer locks it first and until the commit, so numbers become visible in their order and without
-- gaps that fill later: a reader who has seen n has seen everything up to n. A sequence can't promise that, because 8 may be committed
-- before 7. The lock also makes checks under it final.
create table chat_clock (
  is_only boolean primary key default true check (is_only),
  seq bigint not null check (seq >= 0),
  -- Events up to this number have been deleted from chat_events.
  trimmed_seq bigint not null default 0
) with (fillfactor = 20);
insert into chat_clock (seq) values (0);

-- What happened, in order; the other tables hold the current state. After some days rows are deleted and readers load everything again.
create table chat_events (
  seq bigint primary key,
  room_id uuid not null references chat_rooms on delete cascade,
  kind text not null check (kind in ('message', 'changed', 'deleted', 'room', 'member')),
  -- No foreign key: readers also learn of deleted messages.
  message_id uuid,
  -- The person whose membership changed.
  user_id uuid references profiles on delete cascade,
  created_at timestamptz not null default now(),
  check ((kind in ('message', 'changed', 'deleted')) = (message_id is not null)),
  check ((kind = 'member') = (user_id is not null))
);
create index chat_events_room on chat_events (room_id, seq);
create index chat_events_user on chat_events (user_id, seq) where user_id is not null;
create index chat_events_created on chat_events (created_at);

-- People whose messages a reader has hidden. Only the reader knows.
create table chat_hidden_people (
  user_id uuid not null references profiles on delete cascade,
  hidden_id uuid not null references profiles on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, hidden_id),
  check (user_id <> hidden_id)
);
create index chat_hidden_people_hidden on chat_hidden_people (hidden_id);
