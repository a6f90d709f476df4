-- The door: what was scanned becomes who is in. How it locks stands in features/ticketing/server/LOCKING.md, what acts come to in
-- features/ticketing/rules/door-merge.ts.

alter table check_ins
  -- How many of the people are in because of it: 0 when it does not count, or was taken back.
  add column counted smallint not null default 0,
  add column refusal text check (refusal in ('refunded', 'cancelled', 'passed_on')),
  -- Asked for: let in although everybody is in already.
  add column let_in boolean not null default false,
  -- The door was shown that they may come in.
  add column told_in boolean not null default false,
  add column undone_by uuid references profiles on delete set null,
  add column undone_device uuid,
  -- The transaction that wrote it last: what a phone asks for (server/door/read-list.ts).
  add column changed_in xid8 not null default pg_current_xact_id(),
  drop constraint check_ins_outcome_check,
  add constraint check_ins_outcome_check check (outcome in ('in', 'again', 'let_in', 'refused')),
  add constraint check_ins_refusal check ((outcome = 'refused') = (refusal is not null)),
  add constraint check_ins_counted check (counted between 0 and people and (counted = 0 or outcome = 'in'));
comment on column check_ins.outcome is
  'in: counted. again: was in already. let_in: again, and the door let them in all the same. refused: the ticket had gone.';
create index check_ins_undone_by on check_ins (undone_by) where undone_by is not null;
drop index check_ins_event;
create index check_ins_changed on check_ins (event_id, changed_in);
-- Somebody was let in who does not count.
drop index check_ins_double;
create index check_ins_double on check_ins (event_id, received_at desc)
  where told_in and counted < people and undone_at is null and outcome <> 'let_in';

-- Null: not since doors know of changes. A check-in does not count as a change of the ticket: that stands in check_ins.
alter table tickets add column changed_in xid8;
alter table tickets alter column changed_in set default pg_current_xact_id();
create index tickets_changed on tickets (event_id, changed_in) where changed_in is not null;
create function mark_ticket_change() returns trigger language plpgsql as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end $$;
create trigger tickets_marked before update of status, secret, holder_name, customer_id on tickets
  for each row execute function mark_ticket_change();

insert into check_ins (nonce, event_id, ticket_id, outcome, counted, told_in, scanned_at, received_at, device_id)
  select gen_random_uuid(), event_id, id, 'in', 1, true, checked_in_at, checked_in_at, '00000000-0000-0000-0000-000000000000'
  from tickets where checked_in_at is not null;
