-- Whether money of an event was paid out: it is settled, or a share of it was transferred. Deposits come from the organizer's own payment.
create or replace function is_paid_out(event uuid) returns boolean language sql stable as $$
  select exists (select from settlements s where s.event_id = event)
    or exists (select from transfers t where t.event_id = event and t.reason <> 'deposit' and t.reverses is null)
$$;
