-- lpad alone would cut numbers above 99,999 and repeat them. One expression, so that inserts of many rows can inline it.
create or replace function order_number_of(n bigint, made_at timestamptz) returns text language sql stable parallel safe as $$
  select 'OR-' || extract(year from made_at)::text || '-' || lpad(n::text, greatest(5, length(n::text)), '0')
$$;
