-- The nights whose time for reviews has just ended, without reading the whole history.
create index bookings_completed_by_end on bookings (ends_at) where status = 'completed';
