-- Posts a transaction. p_accounts and p_amounts are its entries; those of zero are left out, and without any nothing is
-- posted. p_event is for what belongs to no order. Does nothing if the source was posted before with the same entries, and refuses other entries.
create or replace function post_to_ledger(
  p_kind text, p_source text, p_order uuid, p_accounts text[], p_amounts bigint[], p_tickets integer default 0, p_event uuid default null
) returns void language plpgsql as $$
declare
  v_entries integer;
begin
  -- One statement, so that the transaction has its entries as soon as it can be seen.
  with posted as (
    insert into ledger_transactions (kind, source, event_id, order_id, day, tickets)
      select p_kind, p_source, e.id, p_order, (clock_timestamp() at time zone e.timezone)::date, p_tickets
      from events e
      where e.id = coalesce(p_event, (select o.event_id from orders o where o.id = p_order)) and exists (select from unnest(p_amounts) x where x <> 0)
    on conflict (source) do nothing returning id, event_id
  )
  insert into ledger_entries (transaction_id, account, event_id, currency, amount)
    select t.id, x.account, t.event_id, e.currency, x.amount
    from posted t join events e on e.id = t.event_id, unnest(p_accounts, p_amounts) x(account, amount) where x.amount <> 0;
  get diagnostics v_entries = row_count;
  if v_entries = 0 and exists (
    select from (
      select x.account, x.amount from unnest(p_accounts, p_amounts) x(account, amount) where x.amount <> 0
      union all
      select e.account, -e.amount from ledger_entries e join ledger_transactions t on t.id = e.transaction_id where t.source = p_source
    ) y group by y.account having sum(y.amount) <> 0
  ) then
    raise exception '% was posted with other entries', p_source using errcode = 'check_violation';
  end if;
end $$;
