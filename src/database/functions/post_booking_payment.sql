-- Posts what an organizer paid for a booking: money of the event that isn't ticket income. Runs at commit, because the sums of
-- the ledger are the last lock.
create or replace function post_booking_payment() returns trigger language plpgsql as $$
begin
  perform post_to_ledger('booking_payment', 'payment:' || new.id, null, array['provider', 'organizer'],
    array[new.amount_cents, -new.amount_cents]::bigint[], 0, new.event_id);
  return null;
end $$;
