create or replace function record_refund_outcome() returns trigger language plpgsql as $$
begin
  -- The person who paid it another way has an entry of their own.
  if new.other_payment is not null then return null; end if;
  insert into audit_log (action, subject_type, subject_id, details)
    select case new.status when 'done' then 'money.refund_sent' else 'money.refund_failed' end,
      case when o.id is null then 'booking' else 'order' end, coalesce(o.id, b.id)::text,
      jsonb_strip_nulls(jsonb_build_object('order', o.order_number, 'booking', b.booking_number, 'cents', new.amount_cents,
        'currency', coalesce(o.currency, b.currency), 'person', coalesce(o.customer_id, b.client_id), 'reason', case new.status when 'failed' then new.last_error end))
    from payments p left join orders o on o.id = p.order_id left join bookings b on b.id = p.booking_id where p.id = new.payment_id;
  return null;
end $$;
