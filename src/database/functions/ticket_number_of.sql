-- Ticket numbers for people, in an order that can't be guessed: multiplying by an odd number that is not divisible by five, modulo
-- 2^16 * 10^5, gives every value once.
create or replace function ticket_number_of(n bigint) returns text language sql immutable parallel safe as $$
  select 'TK-' || lpad(upper(to_hex((n * 2654435761) % 6553600000 / 100000)), 4, '0')
    || '-' || lpad(((n * 2654435761) % 6553600000 % 100000)::text, 5, '0')
$$;
