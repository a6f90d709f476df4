-- Refuses entries by which a transaction of the ledger no longer sums to zero in each currency. All entries of a
-- transaction are inserted by one statement.
create or replace function check_ledger_balance() returns trigger language plpgsql as $$
declare
  v_transaction uuid;
begin
  select e.transaction_id into v_transaction from ledger_entries e
    where e.transaction_id = any (array(select distinct a.transaction_id from added a))
    group by e.transaction_id, e.currency having sum(e.amount) <> 0 limit 1;
  if found then
    raise exception 'ledger transaction % does not balance', v_transaction using errcode = 'check_violation';
  end if;
  return null;
end $$;
