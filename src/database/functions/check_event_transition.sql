create or replace function check_event_transition() returns trigger language plpgsql as $$
begin
  if not exists (select from event_transitions where from_status = old.event_status and to_status = new.event_status) then
    raise exception 'event %: % cannot become %', old.id, old.event_status, new.event_status using errcode = 'check_violation';
  end if;
  -- Buyers are owed the event, or a cancellation.
  if new.event_status = 'draft' and exists (
    select from orders where event_id = old.id and status in ('reserved', 'confirmed')
  ) then
    raise exception 'event %: tickets are sold, so it cannot become a draft', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
