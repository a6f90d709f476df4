-- Syncs the copy of the email in the profile.
create or replace function copy_account_email() returns trigger language plpgsql as $$
begin
  update profiles set email = new.email where id = new.id;
  return new;
end $$;
