create table settings (
  key text primary key,
  value jsonb not null,
  updated_by uuid references profiles on delete set null,
  updated_at timestamptz not null default now()
);

create table audit_log (
  id uuid primary key default new_id(),
  actor_id uuid,
  action text not null,
  subject_type text not null,
  subject_id text not null,
  details jsonb not null default '{}',
  request_id text,
  created_at timestamptz not null default now()
);
create index audit_log_created on audit_log (created_at desc, id desc);
create index audit_log_subject on audit_log (subject_type, subject_id, created_at desc);
create trigger audit_log_kept before update or delete on audit_log for each row execute function refuse_change();
create trigger audit_log_not_emptied before truncate on audit_log for each statement execute function refuse_change();
