-- Transfers a deposit to the DJ as soon as its payment is settled.
create or replace function transfer_deposit() returns trigger language plpgsql as $$
begin
  insert into transfers (event_id, booking_id, payee_id, reason, amount_cents, currency)
    select e.id, b.id, b.dj_id, 'deposit', new.amount_cents, e.currency from bookings b, events e
    where b.id = new.booking_id and e.id = new.event_id;
  return null;
end $$;
