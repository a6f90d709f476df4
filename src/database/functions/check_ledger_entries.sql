-- Refuses, at commit, a transaction of the ledger that has no entries.
create or replace function check_ledger_entries() returns trigger language plpgsql as $$
begin
  if not exists (select from ledger_entries e where e.transaction_id = new.id) then
    raise exception 'ledger transaction % has no entries', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
