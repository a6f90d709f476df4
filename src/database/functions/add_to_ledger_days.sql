-- Adds entries to the sums of their days, in the order of their keys. It is the last lock of a transaction.
create or replace function add_to_ledger_days() returns trigger language plpgsql as $$
begin
  insert into ledger_days as d (event_id, account, kind, day, person_id, currency, amount, entries, tickets)
    select a.event_id, a.account, t.kind, t.day, a.person_id, a.currency, sum(a.amount), count(*), sum(t.tickets)
    from added a join ledger_transactions t on t.id = a.transaction_id
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
  on conflict (event_id, account, kind, day, currency, person_id) do update
    set amount = d.amount + excluded.amount, entries = d.entries + excluded.entries, tickets = d.tickets + excluded.tickets;
  return null;
end $$;
