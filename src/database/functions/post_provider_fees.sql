-- Posts fees that a provider took from its balance, each once. p_bearer is the account that pays them. A negative fee was given back.
-- Those of a booking's payment have a kind of their own: the DJs' shares don't bear them. Those of other payments than ours are ignored.
-- Returns how many are new. One statement, because a sale has thousands of fees.
create or replace function post_provider_fees(p_provider text, p_bearer text, p_ids text[], p_kinds text[], p_payments text[], p_cents bigint[])
returns integer language sql as $$
  with fees as (
    select distinct on (x.id) case when p.order_id is null then 'booking_fee' else x.kind end as kind, 'fee:' || x.id as source, x.cents,
      p.order_id, p.event_id
    from unnest(p_ids, p_kinds, p_payments, p_cents) x(id, kind, payment, cents)
      cross join lateral (
        select p.order_id, coalesce(p.event_id, o.event_id) as event_id
        from payments p left join orders o on o.id = p.order_id
        where p.provider = p_provider and (p.provider_payment_id = x.payment or p.provider_reference = x.payment)
        limit 1
      ) p
    where x.cents <> 0 and not exists (select from ledger_transactions t where t.source = 'fee:' || x.id)
    order by x.id
  ),
  posted as (
    insert into ledger_transactions (kind, source, event_id, order_id, day)
      select f.kind, f.source, f.event_id, f.order_id, (clock_timestamp() at time zone e.timezone)::date
      from fees f join events e on e.id = f.event_id order by f.event_id, f.source
    on conflict (source) do nothing
    returning id, source
  ),
  entries as (
    insert into ledger_entries (transaction_id, account, event_id, currency, amount)
      select t.id, x.account, f.event_id, e.currency, x.amount
      from posted t join fees f on f.source = t.source join events e on e.id = f.event_id cross join lateral (values (p_bearer, f.cents), ('provider', -f.cents)) x(account, amount)
  )
  select count(*)::integer from posted
$$;
