-- What happened to a person. The words are made when it is read, so that a changed or deleted name changes here too.
create table notifications (
  id uuid primary key default new_id(),
  user_id uuid not null references profiles on delete cascade,
  kind text not null check (length(kind) between 1 and 40),
  -- Who did it; nobody when it happened by itself.
  actor_id uuid references profiles on delete cascade,
  -- The row it is about, in the table that `kind` implies.
  subject_id uuid,
  facts jsonb not null default '{}',
  read_at timestamptz,
  created_at timestamptz not null default now()
);
create index notifications_user on notifications (user_id, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_actor on notifications (actor_id) where actor_id is not null;
create index notifications_subject on notifications (subject_id, user_id) where subject_id is not null;

-- Absent means yes: whoever chose nothing is told what needs an answer.
create table mail_choices (
  user_id uuid not null references profiles on delete cascade,
  topic text not null check (length(topic) between 1 and 40),
  wants_mail boolean not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, topic)
);
