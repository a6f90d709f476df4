-- Returns the part of an order's service fee that is refunded once p_refunded of p_subtotal is. The same as
-- rules/refund-share.ts.
create or replace function refunded_fee(p_fee bigint, p_refunded bigint, p_subtotal bigint) returns bigint language sql immutable parallel safe as $$
  select prorate(p_fee, p_refunded, p_subtotal)
$$;
