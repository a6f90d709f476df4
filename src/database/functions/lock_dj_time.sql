-- Serializes confirmations of bookings of a DJ until the transaction ends. Lock order of a booking: its row, then this lock.
create or replace function lock_dj_time(p_dj uuid) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('bookings of ' || p_dj::text, 0));
end $$;
