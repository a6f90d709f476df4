-- Read and settled are two things: opening the list reads a request, only an answer (or its end) settles it.
-- A notice is mailed at most once: whoever sends it first claims it here.
alter table notifications
  add column settled_at timestamptz,
  add column mailed_at timestamptz;
update notifications set settled_at = read_at where read_at is not null;
-- Read ones are forgotten after a while, oldest first.
create index notifications_read on notifications (read_at) where read_at is not null;
