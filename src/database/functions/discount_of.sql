-- The discount of a promo code on an order, rounded half up to the cent and at most the subtotal. The same as
-- rules/discount.ts.
create or replace function discount_of(p_subtotal integer, p_percent integer, p_amount integer)
returns integer language sql immutable parallel safe as $$
  select case when p_percent is not null then ((p_subtotal::bigint * p_percent + 50) / 100)::integer else least(p_amount, p_subtotal) end
$$;
