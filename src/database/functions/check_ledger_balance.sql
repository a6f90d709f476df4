-- Refuses a transaction of the ledger, at commit, that has no entries or whose entries don't sum to zero in each currency.
create or replace function check_ledger_balance() returns trigger language plpgsql as $$
declare
  v_transaction uuid;
  v_currencies integer;
  v_unbalanced integer;
begin
  if tg_table_name = 'ledger_transactions' then v_transaction := new.id; else v_transaction := new.transaction_id; end if;
  select count(*), count(*) filter (where total <> 0) into v_currencies, v_unbalanced
    from (select sum(e.amount) as total from ledger_entries e where e.transaction_id = v_transaction group by e.currency) x;
  if v_currencies = 0 or v_unbalanced > 0 then
    raise exception 'ledger transaction % does not balance', v_transaction using errcode = 'check_violation';
  end if;
  return null;
end $$;
