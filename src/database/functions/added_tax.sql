-- Returns the tax that is added to an amount, rounded half up. The same as lib/tax.ts.
create or replace function added_tax(p_cents integer, p_mode text, p_ppm integer) returns integer language sql immutable parallel safe as $$
  select case p_mode when 'added' then ((p_cents::bigint * p_ppm + 500000) / 1000000)::integer else 0 end
$$;
