-- Enqueues the webhook messages about a checked-in ticket. A trigger, because the scan that counts is only known once scans of phones
-- that were offline are merged.
create or replace function announce_check_in() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (endpoint_id, kind, payload)
    select w.id, 'ticket.checked_in', jsonb_build_object(
        'eventId', new.event_id, 'ticketId', new.id, 'ticketNumber', new.ticket_number, 'state', 'checked_in', 'at', iso_moment(new.checked_in_at))
    from events e join webhook_endpoints w on w.user_id = e.organizer_id
    where e.id = new.event_id and w.disabled_at is null and 'ticket.checked_in' = any (w.kinds);
  return null;
end $$;
