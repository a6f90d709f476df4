-- Messages of an organizer to ticket holders.
create table holder_messages (
  id uuid primary key default new_id(),
  event_id uuid not null references events on delete cascade,
  by_id uuid references profiles on delete set null,
  subject text not null check (length(btrim(subject)) between 1 and 120),
  body text not null check (length(btrim(body)) between 1 and 4000),
  -- Null: all ticket holders.
  ticket_type_id uuid references ticket_types on delete set null,
  -- Made by the browser, so that a request sent twice sends one message.
  client_key uuid not null,
  recipients integer not null default 0,
  -- Emails that may or may not have arrived, because the process or the connection failed while sending them.
  unknown integer not null default 0 check (unknown >= 0),
  created_at timestamptz not null default now(),
  unique (event_id, client_key)
);
create index holder_messages_event on holder_messages (event_id, created_at desc);
create index holder_messages_by on holder_messages (by_id);
create index holder_messages_type on holder_messages (ticket_type_id);

-- Addresses that a message still has to reach. A row is deleted when its email is sent, so that no list of addresses remains.
create table holder_emails (
  message_id uuid not null references holder_messages on delete cascade,
  email text not null,
  -- Set before sending. A row that was claimed is never retried, because its email may have arrived.
  claimed_at timestamptz,
  -- The mail server refused it. It is retried later.
  refused_at timestamptz,
  primary key (message_id, email)
);
create index holder_emails_email on holder_emails (email);
