-- Two admins who change one setting at once: the second save names a version that is no longer there, and is told so.
alter table settings add column version integer not null default 1 check (version > 0);

-- What a suspended person is told when they sign in.
alter table accounts
  add column suspended_reason text check (length(suspended_reason) <= 500),
  add constraint accounts_suspended_reason_belongs check (suspended_reason is null or suspended_until is not null);

-- Whoever may have lost trust keeps their place in the tree, but their codes let nobody in meanwhile.
alter table profiles add column invitations_paused_at timestamptz;

-- A house without an admin cannot be opened again from inside. Every removal of that role, by whatever way (a call, the end
-- of an account), waits for the others and is counted.
create function keep_an_admin() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('admins'));
  if not exists (select from user_roles where role = 'admin') then
    raise exception 'the last admin stays' using errcode = 'check_violation', constraint = 'user_roles_an_admin_stays';
  end if;
  return null;
end $$;
create constraint trigger user_roles_an_admin_stays after delete or update on user_roles
  for each row when (old.role = 'admin') execute function keep_an_admin();
