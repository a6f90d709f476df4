-- Returns the orders that customers want to pay, with their open payment if there is one. One row per pair, in order;
-- the row is empty for an order of another customer.
create or replace function payable_orders(p_orders uuid[], p_customers uuid[], p_provider text)
returns table (
  id uuid, order_number text, status text, total_cents integer, currency text, is_over boolean, open_reference text
) language sql stable
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
  select o.id, o.order_number, o.status, o.total_cents, o.currency, o.expires_at <= clock_timestamp(), (
      select p.provider_reference from payments p
      where p.order_id = o.id and p.provider = p_provider and p.processing_since is null
        -- A declined PaymentIntent of Stripe can be tried again, so an order has one.
        and (p.status = 'started' or (p.status = 'declined' and p.provider = 'stripe'))
      order by p.created_at desc limit 1
    )
  from unnest(p_orders, p_customers) with ordinality x(id, customer, n)
    left join orders o on o.id = x.id and o.customer_id = x.customer
  order by x.n
$$;
