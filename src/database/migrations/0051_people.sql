-- Who comes to an event, and what is written to them.

-- Of an event with a hundred thousand tickets, the few that differ are found without reading the others.
create index orders_event_comps on orders (event_id, id) where is_comp;
create index tickets_event_back on tickets (event_id, id) where status <> 'valid';
create index tickets_event_passed_on on tickets (event_id, id) where holder_name is not null;

-- Addresses that a message still has to go to. A row goes when the mail went, so that no list of addresses stays.
create table holder_mails (
  message_id uuid not null references holder_messages on delete cascade,
  email text not null,
  -- Somebody is handing it to the mail server, or died doing so: it is never tried again, because it may have arrived.
  claimed_at timestamptz,
  -- The mail server refused it; tried again later.
  refused_at timestamptz,
  primary key (message_id, email)
);
create index holder_mails_email on holder_mails (email);
-- Mails of which nobody knows whether they arrived: the process died, or the line broke, while they were handed over.
alter table holder_messages add column unknown integer not null default 0 check (unknown >= 0);
