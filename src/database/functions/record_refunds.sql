-- Writes an audit entry when the database itself decides about money (settle_payments).
create or replace function record_refunds() returns trigger language plpgsql as $$
begin
  -- Uses the refund's own id and time, so that each refund has one entry.
  insert into audit_log (id, action, subject_type, subject_id, details, created_at)
    select r.id, 'money.refund', case when o.id is null then 'booking' else 'order' end, coalesce(o.id, b.id)::text,
      jsonb_strip_nulls(jsonb_build_object('order', o.order_number, 'booking', b.booking_number, 'cents', r.amount_cents,
        'currency', coalesce(o.currency, b.currency), 'person', coalesce(o.customer_id, b.client_id), 'reason', r.reason)), r.created_at
    from requested r join payments p on p.id = r.payment_id left join orders o on o.id = p.order_id
      left join bookings b on b.id = p.booking_id;
  return null;
end $$;
