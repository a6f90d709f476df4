-- Whether all bookings for which a DJ is on the line-up of an event were cancelled. Their entries are then no longer public.
create or replace function is_set_cancelled(p_event uuid, p_dj uuid) returns boolean language sql stable as $$
  select coalesce(bool_and(b.status = 'cancelled'), false)
  from line_up_slots s join bookings b on b.id = s.booking_id where s.event_id = p_event and s.dj_id = p_dj
$$;
