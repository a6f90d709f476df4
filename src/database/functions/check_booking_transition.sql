-- When an event moves, a confirmed booking becomes an offer with the new date, which the DJ accepts or declines.
create or replace function check_booking_transition() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (('pending', 'confirmed'), ('pending', 'cancelled'), ('confirmed', 'completed'), ('confirmed', 'cancelled'))
     and not ((old.status, new.status) = ('confirmed', 'pending') and new.event_id is not null and new.event_date <> old.event_date) then
    raise exception 'booking %: % cannot become %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
