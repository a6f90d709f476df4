-- The text is generated on read, so that it reflects renamed or deleted people.
create table notifications (
  id uuid primary key default new_id(),
  user_id uuid not null references profiles on delete cascade,
  kind text not null check (length(kind) between 1 and 40),
  -- Null: no person caused it.
  actor_id uuid references profiles on delete cascade,
  -- The row it is about, in the table that `kind` implies.
  subject_id uuid,
  facts jsonb not null default '{}',
  created_at timestamptz not null default now(),
  -- Opening the list marks a request as read. Only an answer, or its expiry, settles it.
  read_at timestamptz,
  settled_at timestamptz,
  -- Set before the email is sent, so that a notification is emailed at most once.
  emailed_at timestamptz
);
create index notifications_user on notifications (user_id, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_actor on notifications (actor_id) where actor_id is not null;
create index notifications_subject on notifications (subject_id, user_id) where subject_id is not null;
-- A job deletes old read notifications.
create index notifications_read on notifications (read_at) where read_at is not null;

-- Without a row, emails of the topic are on.
create table email_preferences (
  user_id uuid not null references profiles on delete cascade,
  topic text not null check (length(topic) between 1 and 40),
  wants_email boolean not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, topic)
);
