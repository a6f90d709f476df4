-- A booking that is joined to an event has the event's time zone; some were made in the DJ's zone or in UTC. Moments stay.
update bookings b set timezone = e.timezone from events e where e.id = b.event_id and b.timezone <> e.timezone;
