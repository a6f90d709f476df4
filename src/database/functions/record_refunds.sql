-- Writes an audit entry when the database itself decides about money (settle_payments).
create or replace function record_refunds() returns trigger language plpgsql as $$
begin
  -- Uses the refund's own id and time, so that each refund has one entry.
  insert into audit_log (id, action, subject_type, subject_id, details, created_at)
    select r.id, 'money.refund', 'order', o.id::text, jsonb_build_object(
      'order', o.order_number, 'cents', r.amount_cents, 'person', o.customer_id, 'reason', r.reason), r.created_at
    from requested r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id;
  return null;
end $$;
