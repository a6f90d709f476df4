-- Posts a transfer: when it is created, from the organizer's account of the event to what is payable to the person; when
-- it is done, from there to the provider, or to the event whose debt it pays. Refuses what the event's money doesn't cover, except for a deposit, whose money came with it, and reversals of more than was
-- transferred.
create or replace function post_transfer() returns trigger language plpgsql as $$
declare
  v_kind text := case when tg_op = 'UPDATE' then 'transfer' when new.booking_id is null then 'payout' else 'settlement' end;
  -- The account without a person is named first.
  v_account text := case when tg_op = 'UPDATE' then 'provider' else 'organizer' end;
  v_cents bigint := case when tg_op = 'UPDATE' then -new.amount_cents else new.amount_cents end;
  v_person uuid := coalesce(new.payee_id, '00000000-0000-0000-0000-000000000000');
begin
  with posted as (
    insert into ledger_transactions (kind, source, event_id, day)
      select v_kind, 'transfer:' || new.id || case when tg_op = 'UPDATE' then ':sent' else '' end, e.id,
        (clock_timestamp() at time zone e.timezone)::date
      from events e where e.id = new.event_id
    returning id, event_id
  )
  insert into ledger_entries (transaction_id, account, event_id, person_id, currency, amount)
    select t.id, x.account, t.event_id, x.person_id, new.currency, x.amount
    from posted t cross join lateral (values (v_account, null::uuid, v_cents), ('payable', v_person, -v_cents)) x(account, person_id, amount);
  if tg_op = 'UPDATE' then
    if new.offset_event_id is not null then
      perform post_to_ledger('offset', 'transfer:' || new.id || ':offset', null, array['provider', 'organizer'],
        array[new.amount_cents, -new.amount_cents], 0, new.offset_event_id);
    end if;
    return null;
  end if;
  if new.reverses is not null and (
    select sum(t.amount_cents) from transfers t where t.id = new.reverses or t.reverses = new.reverses
  ) < 0 then
    raise exception 'transfer % is reversed by more than its amount', new.reverses using errcode = 'check_violation';
  end if;
  if new.amount_cents > 0 and new.reason <> 'deposit'
    -- The organizer's part paid a debt, and they owe what it lacks now; a DJ's adjustment doesn't wait for that.
    and not (new.reason = 'adjustment' and new.booking_id is not null
      and exists (select from transfers t where t.event_id = new.event_id and t.reason = 'offset'))
    and (
    select sum(d.amount) from ledger_days d where d.event_id = new.event_id and d.account = 'organizer' and d.currency = new.currency
  ) > 0 then
    raise exception 'the money of event % does not cover transfer %', new.event_id, new.id
      using errcode = 'check_violation', constraint = 'transfers_covered';
  end if;
  return null;
end $$;
