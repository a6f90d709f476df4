create or replace function refuse_booking_step_change() returns trigger language plpgsql as $$
begin
  -- The only allowed change: a deleted account is erased from the steps, with what it paid with.
  if new.actor_id is null and (new.id, new.booking_id, new.kind, new.position, new.created_at)
       = (old.id, old.booking_id, old.kind, old.position, old.created_at)
     and new.terms in (old.terms, jsonb_set(old.terms, '{payment,method}', 'null', false))
     and new.message is not distinct from old.message then
    return new;
  end if;
  raise exception 'booking_steps is append-only' using errcode = 'insufficient_privilege';
end $$;
