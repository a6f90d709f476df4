-- Posts a transaction. p_accounts and p_amounts are its entries; those of zero are left out, and without any nothing is
-- posted. Does nothing if the source was posted before with the same entries, and refuses other entries.
create or replace function post_to_ledger(
  p_kind text, p_source text, p_order uuid, p_accounts text[], p_amounts bigint[]
) returns void language plpgsql as $$
declare
  v_order record;
  v_transaction uuid;
begin
  if not exists (select from unnest(p_amounts) x where x <> 0) then return; end if;
  select o.event_id, o.currency into strict v_order from orders o where o.id = p_order;
  insert into ledger_transactions (kind, source, event_id, order_id) values (p_kind, p_source, v_order.event_id, p_order)
    on conflict (source) do nothing returning id into v_transaction;
  if v_transaction is not null then
    insert into ledger_entries (transaction_id, account, event_id, currency, amount)
      select v_transaction, x.account, v_order.event_id, v_order.currency, x.amount
      from unnest(p_accounts, p_amounts) x(account, amount) where x.amount <> 0;
  elsif exists (
    select from (
      select x.account, x.amount from unnest(p_accounts, p_amounts) x(account, amount) where x.amount <> 0
      union all
      select e.account, -e.amount from ledger_entries e join ledger_transactions t on t.id = e.transaction_id where t.source = p_source
    ) y group by y.account having sum(y.amount) <> 0
  ) then
    raise exception '% was posted with other entries', p_source using errcode = 'check_violation';
  end if;
end $$;
