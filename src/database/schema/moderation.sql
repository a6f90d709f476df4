-- A muted person reads but can't write: in one room, or everywhere when the room is null.
create table chat_mutes (
  id uuid primary key default new_id(),
  user_id uuid not null references profiles on delete cascade,
  room_id uuid references chat_rooms on delete cascade,
  until timestamptz not null,
  reason text not null check (length(btrim(reason)) between 1 and 500),
  muted_by uuid references profiles on delete set null,
  by_moderator boolean not null default false,
  created_at timestamptz not null default now(),
  lifted_at timestamptz
);
-- One active mute per person and place. A new one replaces it.
create unique index chat_mutes_active on chat_mutes (user_id, room_id) nulls not distinct where lifted_at is null;
create index chat_mutes_room on chat_mutes (room_id) where room_id is not null;
create index chat_mutes_by on chat_mutes (muted_by) where muted_by is not null;

create table chat_bans (
  room_id uuid not null references chat_rooms on delete cascade,
  user_id uuid not null references profiles on delete cascade,
  reason text not null check (length(btrim(reason)) between 1 and 500),
  banned_by uuid references profiles on delete set null,
  by_moderator boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (room_id, user_id)
);
create index chat_bans_user on chat_bans (user_id);
create index chat_bans_by on chat_bans (banned_by) where banned_by is not null;

-- A case is about a message of a person, or about a person.
create table moderation_cases (
  id uuid primary key default new_id(),
  number int generated always as identity unique,
  message_id uuid,
  person_id uuid references profiles on delete set null,
  room_id uuid references chat_rooms on delete set null,
  -- The message when it was first reported. Its author may edit or delete it.
  quote text check (length(quote) between 1 and 8000),
  message_at timestamptz,
  message_seq bigint,
  taken_by uuid references profiles on delete set null,
  passed_to_admin_at timestamptz,
  decision text check (decision in ('nothing', 'hide', 'hide_and_mute', 'mute', 'ban')),
  decision_reason text check (length(btrim(decision_reason)) between 1 and 500),
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

-- A second report by the same person adds its reason and note.
create table moderation_reports (
  id uuid primary key default new_id(),
  case_id uuid not null references moderation_cases on delete cascade,
  reporter_id uuid references profiles on delete set null,
  reason text not null check (reason in ('spam', 'insult', 'impersonation', 'scam', 'other')),
  note text check (length(note) between 1 and 1000),
  created_at timestamptz not null default now()
);
create index moderation_reports_case on moderation_reports (case_id, reporter_id);
create index moderation_reports_reporter on moderation_reports (reporter_id) where reporter_id is not null;
