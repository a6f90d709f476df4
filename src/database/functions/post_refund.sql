-- Posts what happens to a refund: requested, sent, rejected by the bank, or paid by the organizer or an admin without the provider.
-- A payment that brought no tickets has its money posted together with its refund. Runs at commit, because the sums of the
-- ledger are the last lock, and the tickets of a refund are known then.
create or replace function post_refund() returns trigger language plpgsql as $$
declare
  v_payment record;
  v_cents bigint := new.amount_cents;
  v_source text;
  -- For a lost dispute, the bank took the money back before.
  v_paid_from text := case new.reason when 'dispute_lost' then 'disputes' else 'provider' end;
begin
  select p.order_id, p.event_id, p.status into strict v_payment from payments p where p.id = new.payment_id;
  if tg_op = 'INSERT' then
    if v_payment.status = 'returned' then
      perform post_to_ledger('payment_returned', 'refund:' || new.id, v_payment.order_id,
        array['provider', 'refunds_due'], array[v_cents, -v_cents], 0, v_payment.event_id);
    elsif v_payment.order_id is null then
      perform post_to_ledger('booking_refund', 'refund:' || new.id, null,
        array['organizer', 'refunds_due'], array[v_cents, -v_cents], 0, v_payment.event_id);
    else
      perform post_to_ledger('refund', 'refund:' || new.id, v_payment.order_id,
        array['organizer', 'service_fees', 'refunds_due'], array[v_cents - new.fee_cents, new.fee_cents, -v_cents],
        (select count(*)::integer from tickets k where k.refund_id = new.id));
    end if;
  end if;
  if tg_op = 'INSERT' and new.status = 'requested' then return null; end if;
  -- A refund can be sent, rejected and sent again.
  v_source := 'refund:' || new.id || ':' || (
    select count(*) from ledger_transactions t where t.source like 'refund:' || new.id || ':%');
  if new.status = 'done' and new.other_payment is not null then
    perform post_to_ledger('refund_paid_another_way', v_source, v_payment.order_id,
      array['refunds_due', case when new.is_paid_by_site then 'service_fees' else 'organizer' end], array[v_cents, -v_cents], 0, v_payment.event_id);
  elsif new.status = 'done' then
    perform post_to_ledger('refund_sent', v_source, v_payment.order_id, array['refunds_due', v_paid_from], array[v_cents, -v_cents],
      0, v_payment.event_id);
  elsif new.status = 'failed' and tg_op = 'UPDATE' and old.status = 'done' then
    perform post_to_ledger('refund_rejected', v_source, v_payment.order_id, array[v_paid_from, 'refunds_due'], array[v_cents, -v_cents],
      0, v_payment.event_id);
  end if;
  return null;
end $$;
