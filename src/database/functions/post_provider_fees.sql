-- Posts fees that a provider took from its balance, each once. p_bearer is the account that pays them. A negative fee was given back.
-- Those of a booking's payment have a kind of their own: the DJs' shares don't bear them. Those of other payments than ours are ignored. Returns how many are new.
create or replace function post_provider_fees(p_provider text, p_bearer text, p_ids text[], p_kinds text[], p_payments text[], p_cents bigint[])
returns integer language plpgsql as $$
declare
  v_fee record;
  v_count integer := 0;
begin
  for v_fee in
    select case when p.order_id is null then 'booking_fee' else x.kind end as kind, 'fee:' || x.id as source, x.cents, p.order_id, p.event_id
    from unnest(p_ids, p_kinds, p_payments, p_cents) x(id, kind, payment, cents)
      cross join lateral (
        select p.order_id, coalesce(p.event_id, o.event_id) as event_id from payments p left join orders o on o.id = p.order_id where p.provider = p_provider and (p.provider_payment_id = x.payment or p.provider_reference = x.payment)
        limit 1
      ) p
    where not exists (select from ledger_transactions t where t.source = 'fee:' || x.id)
    order by p.event_id, x.id
  loop
    perform post_to_ledger(v_fee.kind, v_fee.source, v_fee.order_id, array[p_bearer, 'provider'], array[v_fee.cents, -v_fee.cents], 0, v_fee.event_id);
    v_count := v_count + 1;
  end loop;
  return v_count;
end $$;
