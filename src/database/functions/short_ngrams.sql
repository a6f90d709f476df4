-- Every one and two consecutive letters of a text, for words that are too short for a trigram.
create or replace function short_ngrams(searched text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct part), '{}') from (
    select substr(searched, at, long) as part
    from generate_series(1, length(searched)) at, generate_series(1, 2) long
  ) parts where part not like '% %'
$$;
