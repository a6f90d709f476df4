-- Which side a review is about, so that a DJ's mean is of their sets alone and not of nights that they booked themselves.
alter table reviews add column is_of_dj boolean not null default false;
update reviews r set is_of_dj = true from bookings b where b.id = r.booking_id and b.dj_id = r.subject_id;
create function note_side_of_review() returns trigger language plpgsql as $$
begin
  new.is_of_dj := exists (select from bookings b where b.id = new.booking_id and b.dj_id = new.subject_id);
  return new;
end $$;
create trigger reviews_side before insert on reviews for each row execute function note_side_of_review();
-- Discover reads the stars of each card from here alone.
create index reviews_of_djs on reviews (subject_id) include (rating) where published_at is not null and is_of_dj;
