-- Returns the share of p_part in p_total, rounded half up. Computed from running sums, so that all parts add up to
-- p_cents. The same as lib/split-cents.ts.
create or replace function prorate(p_cents bigint, p_part bigint, p_total bigint) returns bigint language sql immutable parallel safe as $$
  select case when p_total = 0 then 0 else (2 * p_cents * p_part + p_total) / (2 * p_total) end
$$;
