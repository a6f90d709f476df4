-- Sets of uploaded files that no page shows. An upload inserts its set before it writes the first file, and deletes the row in the
-- transaction that shows the picture. A job deletes the files of rows that are due.
create table media_removals (
  set_key text primary key check (set_key ~ '^[a-z]{1,20}/[A-Za-z0-9_-]{22}$'),
  due_at timestamptz not null default now()
);
