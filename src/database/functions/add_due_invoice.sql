create or replace function add_due_invoice() returns trigger language plpgsql as $$
begin
  insert into invoices_due (order_id) values (new.order_id);
  return null;
end $$;
