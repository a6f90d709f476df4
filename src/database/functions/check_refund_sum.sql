-- Refunds never exceed the payment. The lock makes concurrent refunds of one payment wait for each other.
create or replace function check_refund_sum() returns trigger language plpgsql as $$
begin
  if (select sum(amount_cents) from refunds where payment_id = new.payment_id and status <> 'failed')
     > (select amount_cents from payments where id = new.payment_id for update) then
    raise exception 'more would be refunded than was paid' using errcode = 'check_violation';
  end if;
  return new;
end $$;
