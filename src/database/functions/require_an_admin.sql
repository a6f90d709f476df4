-- A site without an admin can't be repaired from the interface. Removals of the role wait for each other, then count.
create or replace function require_an_admin() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('admins'));
  if not exists (select from user_roles where role = 'admin') then
    raise exception 'the last admin stays' using errcode = 'check_violation', constraint = 'user_roles_an_admin_stays';
  end if;
  return null;
end $$;
