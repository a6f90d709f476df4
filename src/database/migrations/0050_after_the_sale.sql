-- Nights that were cancelled lately, for what slipped in at that moment.
create index events_cancelled on events (status_changed_at) where event_status = 'cancelled';
-- Whose orders of a night are one buyer's.
create index orders_event_buyer on orders (event_id, lower(buyer_email)) where status in ('confirmed', 'refunded');
-- Those on sale were told by their pages alone; what changes from now on is told.
update events set told = jsonb_build_object(
    'status', event_status, 'isDateOpen', is_date_open,
    'startsAt', to_char(event_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'doorsAt', to_char(doors_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'endsAt', to_char(ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'timezone', timezone, 'venueName', venue_name, 'venueAddress', venue_address, 'location', location)
  where event_status in ('published', 'postponed') and told is null;
