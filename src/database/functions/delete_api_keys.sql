-- When an account is taken over, deletes the API keys of its creator, who may still have them.
create or replace function delete_api_keys() returns trigger language plpgsql as $$
begin
  delete from api_keys where user_id = new.id;
  return null;
end $$;
