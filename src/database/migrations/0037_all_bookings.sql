-- All bookings as an admin reads them: newest first, of one status, and by place, kind or number. Names lead to the two sides.
create index bookings_status on bookings (status, created_at desc, id desc);
create index bookings_search on bookings
  using gin (lower(location || ' ' || event_type || ' ' || booking_number) gin_trgm_ops) with (fastupdate = off);
