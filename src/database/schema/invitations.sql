create table invitations (
  id uuid primary key default new_id(),
  code text not null unique check (code ~ '^[A-Z0-9]{8}$'),
  status text not null default 'pending' check (status in ('pending', 'used', 'expired', 'revoked')),
  created_by uuid references profiles on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  used_by uuid references profiles on delete set null,
  used_at timestamptz,
  -- Shown to another admin who revokes the same code.
  revoked_by uuid references profiles on delete set null,
  revoked_at timestamptz,
  note text check (length(note) <= 200),
  sent_to text,
  is_sample boolean not null default false,
  search_text text collate "C" not null generated always as (fold_text(coalesce(note, '') || ' ' || coalesce(sent_to, ''))) stored,
  -- A code works once. `used_by` becomes null when that account is deleted; `used_at` stays.
  constraint invitations_used_once check ((status = 'used') = (used_at is not null)),
  constraint invitations_used_by_only_when_used check (used_by is null or status = 'used'),
  constraint invitations_revoked_only check (revoked_at is null or status = 'revoked'),
  constraint invitations_revoked_by_only check (revoked_by is null or revoked_at is not null)
);
create unique index invitations_one_per_person on invitations (used_by) where used_by is not null;
create index invitations_expiry on invitations (expires_at) where status = 'pending';
create index invitations_revoker on invitations (revoked_by) where revoked_by is not null;
-- One index for each filter of the admin's list, in the order of the list.
create index invitations_created on invitations (created_at desc, id desc);
create index invitations_status_created on invitations (status, created_at desc, id desc);
create index invitations_creator_created on invitations (created_by, created_at desc, id desc);
create index invitations_open_of on invitations (created_by) include (expires_at) where status = 'pending';
create index invitations_code_begins on invitations (code collate "C");
create index invitations_search on invitations using gin (search_text gin_trgm_ops) where search_text <> ' ';
create trigger invitations_transition before update of status on invitations
  for each row when (old.status is distinct from new.status) execute function check_invitation_transition();
create trigger invitations_place_given after insert on invitations
  for each row when (new.used_by is not null) execute function place_invited_member();
create trigger invitations_place_taken after update of used_by on invitations
  for each row when (new.used_by is not null and old.used_by is distinct from new.used_by) execute function place_invited_member();

create table invite_requests (
  id uuid primary key default new_id(),
  full_name text not null check (length(btrim(full_name)) between 1 and 100),
  email text not null check (email = lower(btrim(email))),
  occupation text not null check (length(occupation) <= 60),
  about text not null default '' check (length(about) <= 1000),
  links text not null default '' check (length(links) <= 1000),
  vouched_by text not null default '' check (length(vouched_by) <= 200),
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined')),
  invitation_id uuid references invitations on delete set null,
  answered_by uuid references profiles on delete set null,
  answered_at timestamptz,
  -- The reason given when declining.
  answer_message text check (length(answer_message) <= 500),
  is_sample boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index invite_requests_one_pending on invite_requests (email) where status = 'pending';
create index invite_requests_waiting on invite_requests (created_at, id) where status = 'pending';
create index invite_requests_answered on invite_requests (answered_at desc, id desc) where status <> 'pending';

-- Who invited whom: one row per member. It stays without a name when the account is deleted, with the invited members below it.
-- `path` lists the places from the root down, so a branch is one range of an index: counting or pausing 100,000 members scans their rows
-- without recursion. Members join at the ends of the tree and don't move. A table of all pairs would need ten times the rows.
create table invitation_tree (
  id uuid primary key,
  place integer generated always as identity unique,
  parent_id uuid references invitation_tree,
  path integer[] not null default '{}',
  joined_at timestamptz not null,
  -- When the account was deleted.
  left_at timestamptz,
  -- How many members ever joined below this one, deleted ones included. Deleted ones are few and are counted when they are read, so that
  -- deleting an account doesn't wait for members who are joining.
  reached integer not null default 0 check (reached >= 0),
  constraint invitation_tree_path_ends_here check (path[cardinality(path)] = place),
  constraint invitation_tree_root_is_short check ((parent_id is null) = (cardinality(path) = 1))
);
create index invitation_tree_children on invitation_tree (parent_id, joined_at, id);
-- An index entry has room for about 670 levels. Deeper members are found by their first 500.
create index invitation_tree_branch on invitation_tree ((path[1:500]));
create index invitation_tree_left on invitation_tree ((path[1:500])) where left_at is not null;
create trigger invitation_tree_path_made before insert on invitation_tree for each row execute function set_invitation_path();
