-- How many of its smallest unit a currency has: 100 cents, but 1 yen.
create or replace function currency_unit(p_currency text) returns numeric language sql immutable parallel safe return
  case when p_currency = 'JPY' then 1 else 100.0 end;
