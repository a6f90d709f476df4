create table audit_log (
  id uuid primary key default new_id(),
  actor_id uuid,
  action text not null,
  family text not null generated always as (split_part(action, '.', 1)) stored,
  subject_type text not null,
  subject_id text not null,
  details jsonb not null default '{}',
  -- A person who is involved but is not the subject.
  person_id text generated always as (details ->> 'person') stored,
  -- An id. Entries with a room's name are found by search_text.
  room_id text generated always as (coalesce(details ->> 'roomId', details ->> 'room')) stored,
  search_text text collate "C" not null generated always as (audit_search_text(action, subject_id, details)) stored,
  request_id text,
  created_at timestamptz not null default now()
);
-- Each index ends in the order of the list, so that pages are read in order without sorting.
create index audit_log_created on audit_log (created_at desc, id desc);
create index audit_log_actor on audit_log (actor_id, created_at desc, id desc);
create index audit_log_action on audit_log (action, created_at desc, id desc);
create index audit_log_family on audit_log (family, created_at desc, id desc);
create index audit_log_person on audit_log (person_id, created_at desc, id desc) where person_id is not null;
create index audit_log_room on audit_log (room_id, created_at desc, id desc) where room_id is not null;
create index audit_log_subject on audit_log (subject_id, created_at desc, id desc);
create index audit_log_search on audit_log using gin (search_text gin_trgm_ops) with (fastupdate = off);
create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_change();
create trigger audit_log_not_emptied before truncate on audit_log for each statement execute function refuse_change();
