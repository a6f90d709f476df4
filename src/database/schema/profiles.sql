create table profiles (
  id uuid primary key references accounts on delete cascade,
  full_name text not null check (length(btrim(full_name)) between 1 and 100),
  -- A copy of the account's email, written by a trigger of accounts.
  email text,
  dj_name text check (length(dj_name) <= 100),
  -- A copy from user_member_types, because every list reads it.
  is_dj boolean not null default false,
  -- Without the member type dj, a DJ name is stored but not shown.
  display_name text not null generated always as (
    case when is_dj and btrim(coalesce(dj_name, '')) <> '' then dj_name else full_name end) stored,
  bio text check (length(bio) <= 4000),
  -- Up to three genres. The first one is the specification's `genre`.
  genres text[] not null default '{}',
  genre text generated always as (genres[1]) stored,
  location text check (length(location) <= 120),
  timezone text check (length(timezone) between 1 and 64),
  phone text check (length(phone) <= 40),
  phone_visibility text not null default 'connections' check (phone_visibility in ('everyone', 'members', 'connections')),
  -- The email for bookings. The sign-in email is never shown.
  booking_email text check (booking_email = lower(btrim(booking_email)) and length(booking_email) between 3 and 254),
  booking_email_visibility text not null default 'connections' check (booking_email_visibility in ('everyone', 'members', 'connections')),
  price_range text check (length(price_range) <= 60),
  rate_cents integer check (rate_cents >= 0),
  deposit_percent smallint check (deposit_percent between 0 and 100),
  equipment text[] not null default '{}',
  availability_days smallint[] not null default '{}' check (availability_days <@ '{1,2,3,4,5,6,7}'),
  social_links jsonb not null default '[]',
  avatar_url text,
  is_verified boolean not null default false,
  is_public boolean not null default true,
  is_sample boolean not null default false,
  -- While set, the member's invitations can't be used. Their place in the invite tree stays.
  invitations_paused_at timestamptz,
  -- Collation C: LIKE compares bytes, several times faster than by a language.
  search_text text collate "C" not null generated always as (
    fold_text(full_name || ' ' || case when is_dj then coalesce(dj_name, '') else '' end || ' ' || coalesce(location, ''))) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint profiles_genres check (
    cardinality(genres) <= 3 and genres <@ array['Techno', 'House', 'Hard House', 'Progressive House', 'Deep House', 'Trance'])
);
create index profiles_created on profiles (created_at desc, id desc);
create index profiles_unverified on profiles (created_at desc, id desc) where not is_verified;
create index profiles_sample on profiles (id) where is_sample;
create index profiles_by_name on profiles ((lower(full_name) collate "C"), id);
create index profiles_by_email on profiles ((coalesce(email, '') collate "C"), id);
-- Covers Discover in its sort order with all columns its filters read, so that a common word is found by an index-only
-- scan.
create index profiles_djs_by_age on profiles (created_at, id) include (genres, search_text) where is_public and is_dj;
create index profiles_public_by_age on profiles (created_at, id) include (search_text) where is_public;
create index profiles_search on profiles using gin (search_text gin_trgm_ops) where is_public;
create index profiles_djs_search on profiles
  using gin (search_text gin_trgm_ops, genres, short_ngrams(search_text)) where is_public and is_dj;
create index profiles_account_search on profiles
  using gin (account_text(email, full_name, dj_name) gin_trgm_ops, short_ngrams(account_text(email, full_name, dj_name)));
create index profiles_names on profiles using gin (fold_text(full_name || ' ' || coalesce(dj_name, '')) gin_trgm_ops)
  with (fastupdate = off);
create trigger profiles_avatar_changes after update of avatar_url on profiles
  for each row when (old.avatar_url is distinct from new.avatar_url) execute function remove_avatar_files();
create trigger profiles_avatar_deleted after delete on profiles
  for each row when (old.avatar_url is not null) execute function remove_avatar_files();
create trigger profiles_left_the_tree after delete on profiles for each row execute function leave_invitation_tree();
create trigger profiles_renamed after update on profiles
  for each row when (old.display_name is distinct from new.display_name) execute function profile_name_changes_search_names();

create table user_roles (
  user_id uuid not null references profiles on delete cascade,
  role text not null check (role in ('admin', 'moderator', 'user', 'customer')),
  created_at timestamptz not null default now(),
  primary key (user_id, role)
);
create index user_roles_role on user_roles (role);
create constraint trigger user_roles_an_admin_stays after delete or update on user_roles
  for each row when (old.role = 'admin') execute function require_an_admin();
create trigger user_roles_planted after insert on user_roles
  for each row when (new.role in ('user', 'moderator', 'admin')) execute function insert_tree_member();

create table user_member_types (
  user_id uuid not null references profiles on delete cascade,
  member_type text not null check (member_type in ('dj', 'promoter', 'media', 'equipment_hire', 'venue', 'producer', 'agent')),
  created_at timestamptz not null default now(),
  primary key (user_id, member_type)
);
create index user_member_types_type on user_member_types (member_type, user_id);
create trigger member_types_dj_added after insert on user_member_types
  for each row when (new.member_type = 'dj') execute function copy_is_dj();
create trigger member_types_dj_removed after delete on user_member_types
  for each row when (old.member_type = 'dj') execute function copy_is_dj();
-- Rows are inserted and deleted but never updated, so that the two triggers above see every change.
create trigger member_types_not_updated before update on user_member_types for each row execute function refuse_change();

-- One row per viewer and day. A visitor without an account is a salted hash of the day.
create table profile_views (
  profile_id uuid not null references profiles on delete cascade,
  viewer text not null,
  viewed_on date not null,
  primary key (profile_id, viewed_on, viewer)
);
-- Deleting an account deletes its views of others. The hash of a visitor is shorter than an id.
create index profile_views_by_members on profile_views (viewer) where length(viewer) = 36;
create trigger profile_views_counted after insert on profile_views referencing new table as added
  for each statement execute function count_profile_views();

-- Totals of profile_views for the dashboard.
create table profile_view_days (
  profile_id uuid not null references profiles on delete cascade,
  viewed_on date not null,
  views integer not null check (views > 0),
  primary key (profile_id, viewed_on)
);
