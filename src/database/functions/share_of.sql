-- Returns the share of p_part in p_whole, rounded half up. Computed from running sums, so that all parts add up to
-- p_cents. The same as rules/refund-share.ts.
create or replace function share_of(p_cents bigint, p_part bigint, p_whole bigint) returns bigint language sql immutable parallel safe as $$
  select case when p_whole = 0 then 0 else (2 * p_cents * p_part + p_whole) / (2 * p_whole) end
$$;
