-- Whoever is a DJ already is not written again.
create or replace function copy_is_dj() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update profiles set is_dj = false where id = old.user_id and is_dj;
  else
    update profiles set is_dj = true where id = new.user_id and not is_dj;
  end if;
  return null;
end $$;

-- Every one and two letters in a row of a text, for words too short to have a trigram.
create function short_parts(searched text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct part), '{}') from (
    select substr(searched, at, long) as part
    from generate_series(1, length(searched)) at, generate_series(1, 2) long
  ) parts where part not like '% %'
$$;
-- One index for whatever few profiles have: words of any length, a genre, and any of them together.
drop index profiles_djs_search;
create index profiles_djs_search on profiles
  using gin (search_text gin_trgm_ops, genres, short_parts(search_text)) where is_public and is_dj;

-- At least four figures. (lpad would cut a longer number short: the 10,000th booking would have been called like the 1,000th.)
create function next_booking_number() returns text language sql volatile as $$
  select 'BK-' || to_char(now() at time zone 'UTC', 'YYYY') || '-' || lpad(n::text, greatest(4, length(n::text)), '0')
  from (select nextval('booking_numbers') as n) numbers
$$;
alter table bookings alter column booking_number set default next_booking_number();
