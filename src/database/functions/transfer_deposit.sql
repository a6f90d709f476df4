-- Transfers a deposit to the DJ as soon as its payment is settled.
create or replace function transfer_deposit() returns trigger language plpgsql as $$
begin
  insert into transfers (event_id, booking_id, payee_id, reason, amount_cents, currency)
    select new.event_id, b.id, b.dj_id, 'deposit', new.amount_cents, 'USD' from bookings b where b.id = new.booking_id;
  return null;
end $$;
