-- Steps are deleted only together with their booking.
create or replace function refuse_booking_step_deletion() returns trigger language plpgsql as $$
begin
  if exists (select from bookings b where b.id = old.booking_id) then
    raise exception 'booking_steps is append-only' using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;
