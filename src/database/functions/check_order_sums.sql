-- The items of an order sum to its subtotal, and their added taxes to its added tax. Checked once per statement, because 256 orders arrive in one.
create or replace function check_order_sums() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  perform 1 from (
    select i.order_id, sum(i.quantity * i.unit_cents - i.discount_cents) as subtotal, sum(i.added_tax_cents) as tax
    from order_items i where i.order_id in (select order_id from changed) group by i.order_id
  ) s join orders o on o.id = s.order_id where o.subtotal_cents <> s.subtotal or o.added_tax_cents <> s.tax;
  if found then
    raise exception 'the items of an order do not add up to its subtotal and tax' using errcode = 'check_violation';
  end if;
  return null;
end $$;
