create or replace function set_review_side() returns trigger language plpgsql as $$
begin
  new.is_of_dj := exists (select from bookings b where b.id = new.booking_id and b.dj_id = new.subject_id);
  return new;
end $$;
