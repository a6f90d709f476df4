create or replace function audit_late_approval() returns trigger language plpgsql as $$
begin
  insert into audit_log (action, subject_type, subject_id, details) values ('money.late_approval', 'order', new.id::text,
    jsonb_build_object('order', new.order_number, 'cents', new.total_cents, 'currency', new.currency, 'person', new.customer_id));
  return null;
end $$;
