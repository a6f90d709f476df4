-- Splits cents over lines by their weights. The largest remainders get the remaining cents, the earlier line first. The same as
-- lib/split-cents.ts.
create or replace function split_cents(p_cents integer, p_weights integer[]) returns integer[] language sql immutable parallel safe as $$
  select array_agg((s.share + case when s.place <= p_cents - s.given then 1 else 0 end)::integer order by s.n)
  from (
    select x.n, x.share, sum(x.share) over () as given, row_number() over (order by x.remainder desc, x.n) as place
    from (
      select w.n, coalesce(p_cents::bigint * w.weight / nullif(t.total, 0), 0) as share,
             coalesce(p_cents::bigint * w.weight % nullif(t.total, 0), 0) as remainder
      from unnest(p_weights) with ordinality w(weight, n), (select sum(y)::bigint as total from unnest(p_weights) y) t
    ) x
  ) s
$$;
