create or replace function next_ticket_number() returns text language sql volatile as $$
  select ticket_number_of(nextval('ticket_numbers'))
$$;
