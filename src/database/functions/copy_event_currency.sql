-- Gives a new ticket type the currency of its event.
create or replace function copy_event_currency() returns trigger language plpgsql as $$
begin
  new.currency := coalesce((select e.currency from events e where e.id = new.event_id), new.currency);
  return new;
end $$;
