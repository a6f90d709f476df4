-- In place of a foreign key, see webhook_deliveries. A message that is enqueued meanwhile is never sent, and deleted by its age.
create or replace function remove_webhook_deliveries() returns trigger language plpgsql as $$
begin
  delete from webhook_deliveries where endpoint_id = old.id;
  return null;
end $$;
