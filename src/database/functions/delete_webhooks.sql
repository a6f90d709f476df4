-- When an account is taken over, deletes the webhooks of its creator, who may still read their messages.
create or replace function delete_webhooks() returns trigger language plpgsql as $$
begin
  delete from webhook_endpoints where user_id = new.id;
  return null;
end $$;
