-- Who closed a code and when: another admin, who meant to do the same, is told.
alter table invitations
  add column revoked_by uuid references profiles on delete set null,
  add column revoked_at timestamptz,
  add constraint invitations_revoked_only check (revoked_at is null or status = 'revoked'),
  add constraint invitations_revoked_by_only check (revoked_by is null or revoked_at is not null);
create index invitations_revoker on invitations (revoked_by) where revoked_by is not null;

-- One filter, one creator, the first letters of a code, a word of a note or an address: each in its order from an index.
create index invitations_status_created on invitations (status, created_at desc, id desc);
create index invitations_creator_created on invitations (created_by, created_at desc, id desc);
drop index invitations_creator;
create index invitations_open_of on invitations (created_by) include (expires_at) where status = 'pending';
create index invitations_code_begins on invitations (code collate "C");
alter table invitations add column search_text text collate "C" not null
  generated always as (lower(coalesce(note, '') || ' ' || coalesce(sent_to, ''))) stored;
create index invitations_search on invitations using gin (search_text gin_trgm_ops) where search_text <> ' ';

-- What was said with a refusal.
alter table invite_requests add column answer_words text check (length(answer_words) <= 500);
create index invite_requests_waiting on invite_requests (created_at, id) where status = 'pending';
create index invite_requests_answered on invite_requests (answered_at desc, id desc) where status <> 'pending';
