-- One clock for everything that happens in chat. Whoever writes takes it first and holds it until the commit, so that numbers become
-- visible in their order and without holes that fill later: a reader who has seen n has seen everything up to n. (A sequence cannot
-- promise that: 8 may be committed before 7.) Being taken first, it is also what makes checks under it final.
create table chat_clock (
  is_only boolean primary key default true check (is_only),
  seq bigint not null check (seq >= 0),
  -- Everything up to here has been removed from chat_events.
  trimmed_seq bigint not null default 0
) with (fillfactor = 20);

alter table chat_rooms
  add column join_by text check (join_by in ('invitation', 'request')),
  add column slow_mode_seconds int not null default 0 check (slow_mode_seconds between 0 and 3600),
  -- The two people of a conversation, the lower id first: `a:b`.
  add column direct_key text unique;
update chat_rooms set join_by = 'invitation' where room_type = 'private';
alter table chat_rooms
  add check ((room_type = 'private') = (join_by is not null)),
  add check (direct_key is null or room_type = 'private');

alter table chat_messages
  add column seq bigint,
  -- Made by the sender's browser: the same message sent again changes nothing.
  add column client_id uuid,
  add column edited_at timestamptz,
  add column hidden_at timestamptz,
  add column hidden_by uuid references profiles on delete set null;
with numbered as (select id, row_number() over (order by created_at, id) as seq from chat_messages)
update chat_messages m set seq = n.seq from numbered n where n.id = m.id;
alter table chat_messages alter column seq set not null;
drop index chat_messages_room;
-- Opening a room reads the newest hundred: without this an empty room scans every message there is.
create unique index chat_messages_room on chat_messages (room_id, seq desc);
create unique index chat_messages_client on chat_messages (user_id, client_id) where client_id is not null;
insert into chat_clock (seq) select coalesce(max(seq), 0) from chat_messages;

alter table chat_room_members add column last_read_seq bigint not null default 0;

-- What happened, in order; what it is now stands in the tables. Kept for some days: whoever comes back later reads everything again.
create table chat_events (
  seq bigint primary key,
  room_id uuid not null references chat_rooms on delete cascade,
  kind text not null check (kind in ('message', 'changed', 'deleted', 'room', 'member')),
  -- No reference: a deleted message is still said to be deleted.
  message_id uuid,
  -- Whose standing in the room changed.
  user_id uuid references profiles on delete cascade,
  created_at timestamptz not null default now(),
  check ((kind in ('message', 'changed', 'deleted')) = (message_id is not null)),
  check ((kind = 'member') = (user_id is not null))
);
create index chat_events_room on chat_events (room_id, seq);
create index chat_events_user on chat_events (user_id, seq) where user_id is not null;
create index chat_events_created on chat_events (created_at);

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
  -- Set when an admin of the room said no; asking again takes a week.
  declined_at timestamptz,
  unique (room_id, user_id)
);
create index chat_join_requests_user on chat_join_requests (user_id);

-- Can read, cannot write: in one room, or everywhere when the room is null.
create table chat_mutes (
  id uuid primary key default new_id(),
  user_id uuid not null references profiles on delete cascade,
  room_id uuid references chat_rooms on delete cascade,
  until timestamptz not null,
  why text not null check (length(btrim(why)) between 1 and 500),
  muted_by uuid references profiles on delete set null,
  created_at timestamptz not null default now(),
  lifted_at timestamptz
);
-- One that stands per person and place; a new one replaces it.
create unique index chat_mutes_standing on chat_mutes (user_id, room_id) nulls not distinct where lifted_at is null;
create index chat_mutes_room on chat_mutes (room_id) where room_id is not null;
create index chat_mutes_by on chat_mutes (muted_by) where muted_by is not null;

create table chat_bans (
  room_id uuid not null references chat_rooms on delete cascade,
  user_id uuid not null references profiles on delete cascade,
  why text not null check (length(btrim(why)) between 1 and 500),
  banned_by uuid references profiles on delete set null,
  created_at timestamptz not null default now(),
  primary key (room_id, user_id)
);
create index chat_bans_user on chat_bans (user_id);
create index chat_bans_by on chat_bans (banned_by) where banned_by is not null;

-- Whose messages somebody does not want to see; nobody else knows.
create table chat_hidden_people (
  user_id uuid not null references profiles on delete cascade,
  hidden_id uuid not null references profiles on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, hidden_id),
  check (user_id <> hidden_id)
);
create index chat_hidden_people_hidden on chat_hidden_people (hidden_id);

create table moderation_cases (
  id uuid primary key default new_id(),
  number int generated always as identity unique,
  -- What it is about: a message of a person, or a person.
  message_id uuid,
  person_id uuid references profiles on delete set null,
  room_id uuid references chat_rooms on delete set null,
  -- As it stood when it was reported first: its author may edit or delete it.
  quote text check (length(quote) between 1 and 8000),
  message_at timestamptz,
  message_seq bigint,
  taken_by uuid references profiles on delete set null,
  passed_to_admin_at timestamptz,
  decision text check (decision in ('nothing', 'hide', 'hide_and_mute', 'mute', 'ban')),
  why text check (length(btrim(why)) between 1 and 500),
  decided_by uuid references profiles on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  check ((decision is null) = (decided_at is null)),
  check (message_id is null or quote is not null)
);
create unique index moderation_cases_message on moderation_cases (message_id) where message_id is not null and decided_at is null;
create unique index moderation_cases_person on moderation_cases (person_id) where message_id is null and decided_at is null;
create index moderation_cases_open on moderation_cases (created_at) where decided_at is null;
create index moderation_cases_closed on moderation_cases (decided_at desc, id desc) where decided_at is not null;
create index moderation_cases_about on moderation_cases (person_id, created_at desc);
create index moderation_cases_room on moderation_cases (room_id) where room_id is not null;
create index moderation_cases_taken on moderation_cases (taken_by) where taken_by is not null;
create index moderation_cases_decided_by on moderation_cases (decided_by) where decided_by is not null;

create table moderation_reports (
  id uuid primary key default new_id(),
  case_id uuid not null references moderation_cases on delete cascade,
  reporter_id uuid references profiles on delete set null,
  reason text not null check (reason in ('spam', 'insult', 'impersonation', 'scam', 'other')),
  note text check (length(note) between 1 and 1000),
  created_at timestamptz not null default now(),
  unique (case_id, reporter_id)
);
create index moderation_reports_reporter on moderation_reports (reporter_id) where reporter_id is not null;
create index chat_messages_hidden_by on chat_messages (hidden_by) where hidden_by is not null;
