-- An admin looks for people by address, name or DJ name, whoever they are and whatever they show.
-- Not a column: it would make every row longer for the sake of a few people who look.
create function account_text(email text, full_name text, dj_name text) returns text
language sql immutable parallel safe as $$
  select lower(email || ' ' || full_name || ' ' || coalesce(dj_name, '')) collate "C"
$$;
create index profiles_account_search on profiles
  using gin (account_text(email, full_name, dj_name) gin_trgm_ops, short_parts(account_text(email, full_name, dj_name)));
create index profiles_by_name on profiles ((lower(full_name) collate "C"), id);
create index profiles_by_email on profiles ((email collate "C"), id);
create index profiles_unverified on profiles (created_at desc, id desc) where not is_verified;

-- Few people are suspended: whoever lists the others reads these once and leaves them out. A suspension ends by itself.
create index accounts_suspended on accounts (suspended_until) where suspended_until is not null;
create function suspended_people() returns uuid[] language sql stable parallel safe as $$
  select array(select id from accounts where suspended_until > now())
$$;
create function is_suspended(person uuid) returns boolean language sql stable parallel safe as $$
  select exists (select from accounts where id = person and suspended_until > now())
$$;
