-- Maintains ticket_types.waiting. The caller has locked the ticket type.
create or replace function count_waiting() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.status = 'waiting' then
    update ticket_types set waiting = waiting - 1 where id = old.ticket_type_id;
  end if;
  if tg_op <> 'DELETE' and new.status = 'waiting' then
    update ticket_types set waiting = waiting + 1 where id = new.ticket_type_id;
  end if;
  return null;
end $$;
