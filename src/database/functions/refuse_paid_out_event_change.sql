-- Once money of an event was paid out, its start, end and status are final: its sales would be paid out again before it takes
-- place, and a cancellation would refund tickets with money that is gone.
create or replace function refuse_paid_out_event_change() returns trigger language plpgsql as $$
begin
  if is_paid_out(old.id) then
    raise exception 'event %: money was paid out, so its start, end and status are final', old.id
      using errcode = 'check_violation', constraint = 'events_final_once_paid_out';
  end if;
  return new;
end $$;
