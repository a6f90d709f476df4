-- At least four digits. lpad alone would cut the 10,000th number and repeat the 1,000th.
create or replace function next_booking_number() returns text language sql volatile as $$
  select 'BK-' || to_char(now() at time zone 'UTC', 'YYYY') || '-' || lpad(n::text, greatest(4, length(n::text)), '0')
  from (select nextval('booking_numbers') as n) numbers
$$;
