-- Posts the sales of confirmed orders that have not been posted. Free orders have none.
create or replace function post_sales(p_orders uuid[]) returns void language sql as $$
  with sales as (
    insert into ledger_transactions (kind, source, event_id, order_id, day, tickets)
      select 'sale', 'sale:' || o.id, o.event_id, o.id, (clock_timestamp() at time zone e.timezone)::date,
        (select sum(i.quantity) from order_items i where i.order_id = o.id)
      from orders o join events e on e.id = o.event_id
      where o.id = any (p_orders) and o.confirmed_at is not null and o.total_cents > 0 order by o.id
    on conflict (source) do nothing
    returning id, event_id, order_id
  )
  insert into ledger_entries (transaction_id, account, event_id, currency, amount)
    select s.id, x.account, s.event_id, o.currency, x.amount
    from sales s join orders o on o.id = s.order_id cross join lateral (values
      ('provider', o.total_cents), ('organizer', -(o.subtotal_cents + o.added_tax_cents)), ('service_fees', -o.fee_cents)
    ) x(account, amount) where x.amount <> 0
$$;
