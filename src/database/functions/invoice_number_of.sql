-- lpad alone would cut numbers above 99,999 and repeat them.
create or replace function invoice_number_of(prefix text, kind text, year integer, n integer) returns text language sql immutable parallel safe as $$
  select prefix || '-' || year || case kind when 'credit_note' then '-C-' else '-' end || lpad(n::text, greatest(5, length(n::text)), '0')
$$;
