-- Written by npm run release-schema.
set check_function_bodies = off;
    create table schema_changes (name text primary key, ran_at timestamptz not null default now(), safe_since text);
    create table schema_functions (name text primary key, hash text not null);
-- functions/accept_offer
-- Confirms an offer with nothing to pay. Returns the order's status afterwards, `to_pay`, or null when it isn't theirs.
create or replace function accept_offer(p_order uuid, p_customer uuid) returns text language plpgsql as $$
declare
  v_order record;
begin
  select o.status, o.total_cents, o.is_offer into v_order from orders o
    where o.id = p_order and o.customer_id = p_customer for no key update;
  if v_order.status = 'reserved' and v_order.total_cents > 0 then return 'to_pay'; end if;
  if v_order.status is distinct from 'reserved' or not v_order.is_offer then return v_order.status; end if;
  perform 1 from ticket_types t
    where t.id = any (array(select i.ticket_type_id from order_items i where i.order_id = p_order))
    order by t.id for no key update;
  update orders set status = 'confirmed', confirmed_at = clock_timestamp() where id = p_order;
  update ticket_types t set quantity_held = t.quantity_held - i.quantity, quantity_sold = t.quantity_sold + i.quantity
    from order_items i where i.order_id = p_order and t.id = i.ticket_type_id;
  perform close_offers(array[p_order], 'bought');
  perform issue_tickets(array[p_order]);
  insert into order_outbox (order_id, kind) values (p_order, 'confirmed');
  return 'confirmed';
end $$;
-- functions/account_text
-- The text that admins search of an account. It is also the sort key of the list by email, where accounts without one
-- come first.
create or replace function account_text(email text, full_name text, dj_name text) returns text
language sql immutable parallel safe as $$
  select public.fold_text(coalesce(email, '') || ' ' || full_name || ' ' || coalesce(dj_name, '')) collate "C"
$$;
-- functions/add_due_invoice
create or replace function add_due_invoice() returns trigger language plpgsql as $$
begin
  insert into invoices_due (order_id) values (new.order_id);
  return null;
end $$;
-- functions/add_to_ledger_days
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
-- functions/added_tax
-- Returns the tax that is added to an amount, rounded half up. The same as lib/tax.ts.
create or replace function added_tax(p_cents integer, p_mode text, p_ppm integer) returns integer language sql immutable parallel safe as $$
  select case p_mode when 'added' then ((p_cents::bigint * p_ppm + 500000) / 1000000)::integer else 0 end
$$;
-- functions/announce_check_in
-- Enqueues the webhook messages about a checked-in ticket. A trigger, because the scan that counts is only known once scans of phones
-- that were offline are merged.
create or replace function announce_check_in() returns trigger language plpgsql as $$
begin
  insert into webhook_deliveries (endpoint_id, kind, payload)
    select w.id, 'ticket.checked_in', jsonb_build_object(
        'eventId', new.event_id, 'ticketId', new.id, 'ticketNumber', new.ticket_number, 'state', 'checked_in', 'at', iso_moment(new.checked_in_at))
    from events e join webhook_endpoints w on w.user_id = e.organizer_id
    where e.id = new.event_id and w.disabled_at is null and 'ticket.checked_in' = any (w.kinds);
  return null;
end $$;
-- functions/are_connected
-- The planner doesn't inline this: each call is a look-up in an index. Right for the rows of a page, too slow for all rows of a search.
create or replace function are_connected(one uuid, other uuid) returns boolean language sql stable as $$
  select exists (
    select from connections c where c.status = 'accepted'
      and least(c.user_id, c.connected_user_id) = least(one, other)
      and greatest(c.user_id, c.connected_user_id) = greatest(one, other)
  )
$$;
-- functions/audit_late_approval
create or replace function audit_late_approval() returns trigger language plpgsql as $$
begin
  insert into audit_log (action, subject_type, subject_id, details) values ('money.late_approval', 'order', new.id::text,
    jsonb_build_object('order', new.order_number, 'cents', new.total_cents, 'currency', new.currency, 'person', new.customer_id));
  return null;
end $$;
-- functions/audit_search_text
-- The searchable text of an entry: the action as words, codes, reasons and rooms. Names of people change, so they are
-- not stored. Ids are excluded, because "ada" would match every third of them.
create or replace function audit_search_text(p_action text, p_subject_id text, p_details jsonb) returns text
language sql immutable parallel safe as $$
  select public.fold_text(translate(p_action, '._', '  ') || ' ' || regexp_replace(
    p_subject_id || ' ' || coalesce((select string_agg(value, ' ') from jsonb_each_text(p_details)), ''),
    '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', '', 'gi'))
$$;
-- functions/cancel_order
-- Cancels a customer's reservation. Returns the order's status afterwards, or null when it isn't theirs.
create or replace function cancel_order(p_order uuid, p_customer uuid) returns text language plpgsql as $$
declare
  v_status text;
begin
  select o.status into v_status from orders o
    where o.id = p_order and o.customer_id = p_customer for no key update;
  if v_status = 'reserved' then
    perform release_orders(array[p_order], 'cancelled', 'passed');
    return 'cancelled';
  end if;
  return v_status;
end $$;
-- functions/check_booking_transition
-- When an event moves, a confirmed booking becomes an offer with the new date, which the DJ accepts or declines.
create or replace function check_booking_transition() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (('pending', 'confirmed'), ('pending', 'cancelled'), ('confirmed', 'completed'), ('confirmed', 'cancelled'))
     and not ((old.status, new.status) = ('confirmed', 'pending') and new.event_id is not null and new.event_date <> old.event_date) then
    raise exception 'booking %: % cannot become %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
-- functions/check_connection_transition
create or replace function check_connection_transition() returns trigger language plpgsql as $$
begin
  if (old.status, new.status) not in (('pending', 'accepted'), ('pending', 'declined'), ('declined', 'pending')) then
    raise exception 'connection %: % cannot become %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
-- functions/check_event_transition
create or replace function check_event_transition() returns trigger language plpgsql as $$
begin
  if not exists (select from event_transitions where from_status = old.event_status and to_status = new.event_status) then
    raise exception 'event %: % cannot become %', old.id, old.event_status, new.event_status using errcode = 'check_violation';
  end if;
  -- Buyers are owed the event, or a cancellation.
  if new.event_status = 'draft' and exists (
    select from orders where event_id = old.id and status in ('reserved', 'confirmed')
  ) then
    raise exception 'event %: tickets are sold, so it cannot become a draft', old.id using errcode = 'check_violation';
  end if;
  return new;
end $$;
-- functions/check_in
-- Processes scans of one event, in the order given. Arrays and rows are indexed by slot: p_secret is the content of a
-- code, p_subject the ticket, guest or nonce to undo, p_age the milliseconds since the scan. p_seniors may undo old
-- scans.
create or replace function check_in(
  p_event uuid, p_nonce uuid[], p_kind text[], p_secret uuid[], p_subject uuid[], p_people integer[], p_age double precision[],
  p_offline boolean[], p_admitted boolean[], p_shown boolean[], p_entrance text[], p_device uuid[], p_by uuid[], p_seniors uuid[]
) returns table (slot integer, outcome text, counted integer, refused_count integer, ticket jsonb, guest jsonb, since jsonb, other jsonb)
language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_first uuid; v_scanned timestamptz;
  v_now timestamptz;
  v_event record;
  v_ticket uuid[]; v_guest uuid[]; v_own uuid[];
  v_at timestamptz[]; v_fault text[];
  v_has_undo boolean := 'undo' = any (p_kind);
  v_step record;
  v_subject uuid;
  v_inside integer := 0; v_counts integer;
  v_outcome text;
  v_steps integer := 0;
  v_has_losers boolean := false;
  -- The usual case: every scan is the first of its ticket.
  v_is_plain boolean;
  s_nonce uuid[] := '{}'; s_ticket uuid[] := '{}'; s_guest uuid[] := '{}';
  s_at timestamptz[] := '{}'; s_was text[] := '{}';
  -- The counted values now, and before this batch.
  s_stored integer[] := '{}'; s_had integer[] := '{}';
  s_outcome text[] := '{}'; s_counted integer[] := '{}';
  k integer;
begin
  -- Fast path in a third of the time: an online phone scans one valid ticket for the first time. In all other cases
  -- this writes nothing, and the code below decides (first.test.ts).
  if cardinality(p_nonce) = 1 and p_kind[1] = 'code' and not p_offline[1] then
    select t.id into v_first from tickets t
      where t.secret = p_secret[1] and t.event_id is not distinct from p_event and t.status = 'valid' for no key update;
    if v_first is not null then
      v_now := clock_timestamp();
      v_scanned := v_now - p_age[1] * interval '1 millisecond' + interval '1 microsecond';
      insert into check_ins (nonce, event_id, ticket_id, outcome, people, scanned_at, received_at, was_offline, entrance,
                             device_id, by_id, admit_anyway, shown_in, counted)
        select p_nonce[1], p_event, v_first, 'checked_in', 1, v_scanned, v_now, false, p_entrance[1], p_device[1], p_by[1], p_admitted[1], true, 1
        from events e where e.id = p_event
          and check_in_closed(e.event_status, e.is_date_open, e.doors_at, e.event_date, e.ends_at, v_scanned) is null
          and (select c.nonce from check_ins c where c.ticket_id = v_first limit 1) is null
        on conflict (nonce) do nothing;
      if found then
        update tickets set checked_in_at = v_scanned where id = v_first;
        insert into check_in_quarters as q (event_id, quarter, tickets) values (p_event, check_in_quarter(v_scanned), 1)
          on conflict (event_id, quarter) do update set tickets = q.tickets + 1;
        return query select 1, 'checked_in', 1, 0, jsonb_build_object('id', t.id, 'number', t.ticket_number, 'name', coalesce(t.holder_name, r.buyer_name),
            'type', y.name, 'count', z.count, 'position', z.position), null::jsonb, jsonb_build_object('at', iso_moment(v_scanned),
            'entrance', p_entrance[1], 'by', coalesce((select p.display_name from profiles p where p.id = p_by[1]), '')), null::jsonb
          from tickets t join orders r on r.id = t.order_id join ticket_types y on y.id = t.ticket_type_id cross join lateral (
            select count(*) as count, count(*) filter (where (oy.sort_order, o.id) <= (y.sort_order, t.id)) as position
            from tickets o join ticket_types oy on oy.id = o.ticket_type_id where o.order_id = t.order_id) z where t.id = v_first;
        return;
      end if;
    end if;
  end if;

  -- `is not distinct from` leaves only the index by key: a plan made while rows were few might read all rows of an
  -- event instead. Finds the ticket or guest of each scan, also tickets of other events, to report which event they are
  -- for.
  select array_agg(case x.kind
      when 'code' then coalesce((select t.id from tickets t where t.secret = x.secret),
        (select f.ticket_id from ticket_transfers f where f.old_secret = x.secret order by f.settled_at desc limit 1))
      when 'ticket' then (select t.id from tickets t where t.id = x.subject and t.event_id is not distinct from p_event)
      when 'undo' then (select c.ticket_id from check_ins c where c.nonce = x.subject and c.event_id is not distinct from p_event)
    end order by x.n), array_agg(case x.kind
      when 'guest' then (select g.id from guests g where g.id = x.subject and g.event_id is not distinct from p_event)
      when 'undo' then (select c.guest_id from check_ins c where c.nonce = x.subject and c.event_id is not distinct from p_event)
    end order by x.n)
    into v_ticket, v_guest from unnest(p_kind, p_secret, p_subject) with ordinality x(kind, secret, subject, n);
  if v_has_undo then
    for i in 1 .. cardinality(p_nonce) loop
      if p_kind[i] = 'undo' and v_ticket[i] is null and v_guest[i] is null then
        k := array_position(p_nonce, p_subject[i]);
        v_ticket[i] := v_ticket[k];
        v_guest[i] := v_guest[k];
      end if;
    end loop;
  end if;

  -- Always locks tickets by id, then guests by id, so that two phones never deadlock.
  select array_agg(x.id) into v_own from (
    select t.id from tickets t where t.id = any (v_ticket) and t.event_id is not distinct from p_event order by t.id for no key update
  ) x;
  perform 1 from guests g where g.id = any (v_guest) order by g.id for no key update;
  -- Read only now, because the locks may have waited for a refund or another phone, whose changes must be visible
  -- below.
  v_now := clock_timestamp();

  select e.event_status, e.is_date_open, e.doors_at, e.event_date, e.ends_at into v_event from events e where e.id = p_event;

  select array_agg(x.at order by x.n), array_agg(case
      when x.kind = 'undo' then 'undo'
      when (select c.nonce from check_ins c where c.nonce = x.nonce) is not null then 'known'
      when x.ticket is null and x.guest is null then 'unknown'
      when t.event_id <> p_event then 'wrong_event'
      when t.status <> 'valid' then t.status
      -- A code that was still valid when it was scanned counts.
      when x.kind = 'code' and t.secret <> x.secret and x.at >= coalesce((
        select max(f.settled_at) from ticket_transfers f where f.old_secret = x.secret and f.ticket_id = x.ticket), '-infinity')
        then 'transferred'
      else check_in_closed(v_event.event_status, v_event.is_date_open, v_event.doors_at, v_event.event_date, v_event.ends_at, x.at)
    end order by x.n)
    into v_at, v_fault
    from (
      -- Of two scans at the same moment, the one earlier in the message counts as first.
      select x.*, v_now - x.age * interval '1 millisecond' + x.n * interval '1 microsecond' as at
      from unnest(p_nonce, p_kind, p_secret, p_age, v_ticket, v_guest) with ordinality x(nonce, kind, secret, age, ticket, guest, n)
    ) x left join tickets t on t.id = x.ticket;

  -- An online scan is never dated before stored scans, whose responses stay valid. An offline scan is never dated
  -- before scans and undos of the same phone, however long the message took.
  with put as (
    insert into check_ins (nonce, event_id, ticket_id, guest_id, outcome, refusal, people, scanned_at, received_at, was_offline, entrance,
                           device_id, by_id, admit_anyway, shown_in, counted)
    select x.nonce, p_event, x.ticket, x.guest, case when x.fault is not null then 'refused' when x.is_first then 'checked_in' else 'duplicate' end, x.fault,
           case when x.guest is null then 1 else x.people end,
           greatest(x.at, (
             select max(greatest(case when not x.offline or c.device_id = x.device then c.scanned_at end,
                                 case when not x.offline or c.undone_device = x.device then c.undone_at end)) + interval '1 microsecond'
             from check_ins c where c.ticket_id = x.ticket), (
             select max(greatest(case when not x.offline or c.device_id = x.device then c.scanned_at end,
                                 case when not x.offline or c.undone_device = x.device then c.undone_at end)) + interval '1 microsecond'
             from check_ins c where c.guest_id = x.guest)),
           v_now, x.offline, x.entrance, x.device, x.by, x.admit_anyway, case when x.offline then x.shown else x.is_first end, x.is_first::integer
    from (
      -- Nearly all scans are the first of their ticket and need no correction below. Not `exists`, because a plan may
      -- hash the whole table for it.
      select x.*, x.fault is null and x.ticket is not null and count(*) over (partition by x.ticket) = 1
        and (select c.nonce from check_ins c where c.ticket_id = x.ticket limit 1) is null as is_first
      from unnest(p_nonce, v_ticket, v_guest, v_fault, p_people, v_at, p_offline, p_entrance, p_device, p_by, p_admitted, p_shown)
        x(nonce, ticket, guest, fault, people, at, offline, entrance, device, by, admit_anyway, shown)
    ) x
    where x.fault is null or x.fault in ('refunded', 'cancelled', 'transferred')
    on conflict (nonce) do nothing
    returning ticket_id, scanned_at, outcome
  )
  select count(*) = cardinality(p_nonce) and coalesce(bool_and(put.outcome = 'checked_in'), false), array_agg(put.ticket_id), array_agg(put.scanned_at)
    into v_is_plain, s_ticket, s_at from put;

  if v_has_undo then
    update check_ins c set undone_at = x.at, changed_in = pg_current_xact_id(),
        undone_by = x.by, undone_device = x.device
      from (
        select distinct on (u.nonce) u.nonce, u.by, u.device, u.at from (
          select x.subject as nonce, x.by, x.device, greatest(x.at, d.scanned_at, case when not x.offline then greatest(
              (select max(o.scanned_at) from check_ins o where o.ticket_id = d.ticket_id and o.received_at < v_now),
              (select max(o.scanned_at) from check_ins o where o.guest_id = d.guest_id and o.received_at < v_now)) end) as at
          from unnest(p_kind, p_subject, p_by, p_device, v_at, p_offline) x(kind, subject, by, device, at, offline)
            join check_ins d on d.nonce = x.subject and d.event_id is not distinct from p_event
          where x.kind = 'undo' and (x.by = any (p_seniors)
            -- An online phone uses the server's time. An offline phone was offline at most since its last online scan.
            or case when x.offline then greatest(x.at, (
                select max(h.received_at) from check_ins h
                where h.by_id = x.by and h.event_id = p_event and not h.was_offline and h.received_at < v_now))
              else v_now end <= d.scanned_at + interval '10 minutes')
        ) u order by u.nonce, u.at
      ) x where c.nonce = x.nonce and (c.undone_at is null or c.undone_at > x.at);
  end if;

  if v_is_plain then
    -- Each is the first scan of its ticket and stays as inserted.
    s_guest := array_fill(null::uuid, array[cardinality(p_nonce)]);
    s_had := array_fill(0, array[cardinality(p_nonce)]);
    s_counted := array_fill(1, array[cardinality(p_nonce)]);
  else
    s_ticket := '{}';
    s_at := '{}';
    -- Applies the scans in order of time, as check-in/rules/merge-entries.ts does. Refunded tickets don't count.
    for v_step in
      select x.*, case when x.guest is null then 1 else (select 1 + g.plus_ones from guests g where g.id = x.guest) end as size
      from (
        select c.nonce, c.ticket_id as ticket, c.guest_id as guest, u.at, u.is_undo, c.people, c.admit_anyway, c.outcome, c.counted, c.received_at
        from check_ins c join tickets t on t.id = c.ticket_id cross join lateral (
          values (c.scanned_at, false), (case when c.undone_at is not null then greatest(c.undone_at, c.scanned_at) end, true)
        ) u(at, is_undo)
        where c.ticket_id = any (v_own) and c.outcome <> 'refused' and t.status = 'valid' and u.at is not null
        union all
        select c.nonce, null, c.guest_id, u.at, u.is_undo, c.people, c.admit_anyway, c.outcome, c.counted, c.received_at
        from check_ins c cross join lateral (
          values (c.scanned_at, false), (case when c.undone_at is not null then greatest(c.undone_at, c.scanned_at) end, true)
        ) u(at, is_undo)
        where c.guest_id = any (v_guest) and u.at is not null
      ) x order by x.ticket, x.guest, x.at, x.is_undo, x.nonce
    loop
      if v_subject is distinct from coalesce(v_step.ticket, v_step.guest) then
        v_subject := coalesce(v_step.ticket, v_step.guest);
        v_inside := 0;
      end if;
      if v_step.is_undo then
        k := array_position(s_nonce, v_step.nonce);
        v_inside := v_inside - s_counted[k];
        s_counted[k] := 0;
      else
        v_counts := greatest(0, least(v_step.people, v_step.size - v_inside));
        v_inside := v_inside + v_counts;
        v_outcome := case when v_counts > 0 then 'checked_in' when v_step.admit_anyway then 'admitted' else 'duplicate' end;
        v_has_losers := v_has_losers or (v_step.outcome = 'checked_in' and v_outcome <> 'checked_in');
        v_steps := v_steps + 1;
        s_nonce[v_steps] := v_step.nonce;
        s_ticket[v_steps] := v_step.ticket;
        s_guest[v_steps] := v_step.guest;
        s_at[v_steps] := v_step.at;
        s_was[v_steps] := v_step.outcome;
        s_stored[v_steps] := v_step.counted;
        s_had[v_steps] := case when v_step.received_at = v_now then 0 else v_step.counted end;
        s_outcome[v_steps] := v_outcome;
        s_counted[v_steps] := v_counts;
      end if;
    end loop;

    -- First updates the scan that no longer counts, so that a ticket is never checked in twice.
    if v_has_losers then
      update check_ins c set outcome = x.outcome, counted = x.counted, changed_in = pg_current_xact_id()
        from unnest(s_nonce, s_was, s_outcome, s_counted) x(nonce, was, outcome, counted)
        where c.nonce = x.nonce and x.was = 'checked_in' and x.outcome <> 'checked_in';
    end if;
    update check_ins c set outcome = x.outcome, counted = x.counted, changed_in = pg_current_xact_id(),
        shown_in = c.shown_in or (x.outcome = 'checked_in' and not c.was_offline)
      from unnest(s_nonce, s_was, s_stored, s_outcome, s_counted) x(nonce, was, stored, outcome, counted)
      where c.nonce = x.nonce and (x.was <> x.outcome or x.stored <> x.counted) and not (x.was = 'checked_in' and x.outcome <> 'checked_in');
  end if;
  update tickets t set checked_in_at = x.at
    from (
      select x.ticket, min(x.at) filter (where x.counted > 0) as at from unnest(s_ticket, s_at, s_counted) x(ticket, at, counted)
      where x.ticket is not null group by x.ticket
    ) x where t.id = x.ticket and t.checked_in_at is distinct from x.at;
  if not v_is_plain then
    update guests g set arrived = x.arrived, arrived_at = x.at
      from (
        select x.guest, sum(x.counted) as arrived, min(x.at) filter (where x.counted > 0) as at
        from unnest(s_guest, s_at, s_counted) x(guest, at, counted) where x.guest is not null group by x.guest
      ) x where g.id = x.guest and (g.arrived, g.arrived_at) is distinct from (x.arrived, x.at);
  end if;
  insert into check_in_quarters as q (event_id, quarter, tickets, guests)
    select p_event, x.quarter, x.tickets, x.guests from (
      select check_in_quarter(x.at) as quarter,
             coalesce(sum(x.counted - x.had) filter (where x.guest is null), 0) as tickets,
             coalesce(sum(x.counted - x.had) filter (where x.guest is not null), 0) as guests
      from unnest(s_guest, s_at, s_had, s_counted) x(guest, at, had, counted) where x.counted <> x.had group by 1
    ) x where x.tickets <> 0 or x.guests <> 0 order by x.quarter
    on conflict (event_id, quarter) do update set tickets = q.tickets + excluded.tickets, guests = q.guests + excluded.guests;

  return query
    select x.n::integer, case
        when x.fault = 'undo' then case when c.nonce is null then 'unknown' when c.undone_at is null then 'too_late' else 'undone' end
        when c.nonce is not null then case when c.undone_at is not null then 'undone' else coalesce(c.refusal, c.outcome) end
        when x.fault = 'event_cancelled' then 'cancelled'
        when x.fault = 'known' then 'unknown'
        else x.fault
      end, coalesce(c.counted, 0)::integer, case when x.fault = 'undo' and c.undone_at is not null then (
        select count(*)::integer from (
          select a.* from check_ins a where a.ticket_id = c.ticket_id union all select a.* from check_ins a where a.guest_id = c.guest_id
        ) a where a.outcome = 'duplicate' and a.undone_at is null and a.scanned_at between c.scanned_at and c.undone_at) else 0 end,
      case when t.event_id = p_event then (
        select jsonb_build_object('id', t.id, 'number', t.ticket_number, 'name', coalesce(t.holder_name, r.buyer_name), 'type', y.name,
            'count', count(*), 'position', count(*) filter (where (oy.sort_order, o.id) <= (y.sort_order, t.id)))
        from orders r join ticket_types y on y.id = t.ticket_type_id join tickets o on o.order_id = r.id
          join ticket_types oy on oy.id = o.ticket_type_id
        where r.id = t.order_id group by r.id, y.id) end,
      case when g.id is not null then jsonb_build_object('id', g.id, 'name', g.name, 'guestOf', g.guest_of, 'size', 1 + g.plus_ones,
        'arrived', g.arrived) end,
      (select jsonb_build_object('at', iso_moment(w.scanned_at), 'entrance', w.entrance, 'by', coalesce(
          (select p.display_name from profiles p where p.id = w.by_id), ''))
        from (
          select a.* from check_ins a where a.ticket_id = t.id and t.event_id = p_event and a.outcome = 'checked_in' and a.undone_at is null
          union all
          -- Avoids the index of checked-in tickets, which would be scanned in full.
          select a.* from check_ins a where a.guest_id = g.id and g.id is not null and a.counted > 0
        ) w order by w.scanned_at limit 1),
      case when x.fault = 'wrong_event' then (
        select jsonb_build_object('id', case when e.is_public and e.event_status <> 'draft' then e.id end, 'title', e.title,
            'startsAt', iso_moment(e.event_date), 'timezone', e.timezone, 'venueName', coalesce(e.venue_name, ''),
            'location', coalesce(e.location, ''))
        from events e where e.id = t.event_id) end
    from unnest(p_nonce, p_subject, v_ticket, v_guest, v_fault) with ordinality x(nonce, subject, ticket, guest, fault, n)
      left join check_ins c on c.nonce = case when x.fault = 'undo' then x.subject else x.nonce end and c.event_id is not distinct from p_event
      left join tickets t on t.id = coalesce(c.ticket_id, case when c.guest_id is null then x.ticket end)
      left join guests g on g.id = coalesce(c.guest_id, case when c.ticket_id is null then x.guest end)
    order by x.n;
end $$;
-- functions/check_in_closed
-- Returns why check-in is closed at a moment, for every ticket. Null while it is open.
create or replace function check_in_closed(
  p_status text, p_is_date_open boolean, p_doors timestamptz, p_starts timestamptz, p_ends timestamptz, p_at timestamptz
) returns text language sql stable parallel safe as $$
  select case
    when p_status in ('cancelled', 'draft') then 'event_cancelled'
    when p_is_date_open then 'not_yet'
    when p_at < coalesce(p_doors, p_starts) - interval '24 hours' then 'not_yet'
    when p_at > coalesce(p_ends, p_starts + interval '12 hours') + interval '24 hours' then 'over'
  end
$$;
-- functions/check_in_quarter
create or replace function check_in_quarter(t timestamptz) returns timestamptz language sql immutable parallel safe as $$
  select date_bin('15 minutes', t, timestamptz 'epoch')
$$;
-- functions/check_invitation_transition
-- A pending code becomes used, expired or revoked, and never changes again.
create or replace function check_invitation_transition() returns trigger language plpgsql as $$
begin
  if old.status <> 'pending' then
    raise exception 'invitation %: % cannot become %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
-- functions/check_ledger_balance
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
-- functions/check_ledger_entries
-- Refuses, at commit, a transaction of the ledger that has no entries.
create or replace function check_ledger_entries() returns trigger language plpgsql as $$
begin
  if not exists (select from ledger_entries e where e.transaction_id = new.id) then
    raise exception 'ledger transaction % has no entries', new.id using errcode = 'check_violation';
  end if;
  return null;
end $$;
-- functions/check_order_sums
-- The items of an order sum to its subtotal, and their added taxes to its added tax. Checked once per statement, because 256 orders arrive in one.
create or replace function check_order_sums() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  perform 1 from (
    select i.order_id, sum(i.quantity * i.unit_cents - i.discount_cents) as subtotal, sum(i.added_tax_cents) as tax
    from order_items i where i.order_id in (select order_id from changed) group by i.order_id
  ) s join orders o on o.id = s.order_id where o.subtotal_cents <> s.subtotal or o.added_tax_cents <> s.tax;
  if found then
    raise exception 'the items of an order do not add up to its subtotal and tax' using errcode = 'check_violation';
  end if;
  return null;
end $$;
-- functions/check_order_transition
-- Also erases the network of an order that is no longer open.
create or replace function check_order_transition() returns trigger language plpgsql as $$
begin
  if not exists (select from order_transitions where from_status = old.status and to_status = new.status) then
    raise exception 'order %: % cannot become %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  new.network := null;
  return new;
end $$;
-- functions/check_refund_sum
-- Refunds never exceed the payment. The lock makes concurrent refunds of one payment wait for each other.
create or replace function check_refund_sum() returns trigger language plpgsql as $$
begin
  if (select sum(amount_cents) from refunds where payment_id = new.payment_id and status <> 'failed')
     > (select amount_cents from payments where id = new.payment_id for update) then
    raise exception 'more would be refunded than was paid' using errcode = 'check_violation';
  end if;
  return new;
end $$;
-- functions/check_ticket_transition
-- A valid ticket becomes cancelled or refunded, and its status never changes again.
create or replace function check_ticket_transition() returns trigger language plpgsql as $$
begin
  if old.status <> 'valid' then
    raise exception 'ticket %: % cannot become %', old.id, old.status, new.status using errcode = 'check_violation';
  end if;
  return new;
end $$;
-- functions/close_offers
-- Closes offers whose orders have ended or were bought. bought: a customer who got fewer tickets than requested waits for the rest in the
-- old place. waiting: the offer is withdrawn and the entry waits again. The caller has locked the orders and the ticket types.
create or replace function close_offers(p_orders uuid[], p_status text) returns void language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  v_entry record;
begin
  for v_entry in
    select w.id, w.status, w.ticket_type_id, w.customer_id, w.quantity - i.quantity as rest, w.created_at
    from waitlist_entries w join order_items i on i.order_id = w.order_id and i.ticket_type_id = w.ticket_type_id
    where w.order_id = any (p_orders) order by w.id for no key update of w
  loop
    if p_status = 'waiting' then
      update waitlist_entries set status = 'waiting', order_id = null, offered_at = null
        where id = v_entry.id and status = 'offered';
    elsif p_status = 'bought' then
      -- A late payment also buys the tickets, while they are available.
      update waitlist_entries set status = 'bought', ended_at = clock_timestamp() where id = v_entry.id;
      if v_entry.status = 'offered' and v_entry.rest > 0 then
        insert into waitlist_entries (ticket_type_id, customer_id, quantity, created_at)
          values (v_entry.ticket_type_id, v_entry.customer_id, v_entry.rest, v_entry.created_at);
      end if;
    else
      update waitlist_entries set status = p_status, ended_at = clock_timestamp()
        where id = v_entry.id and status = 'offered';
    end if;
  end loop;
end $$;
-- functions/copy_account_email
-- Syncs the copy of the email in the profile.
create or replace function copy_account_email() returns trigger language plpgsql as $$
begin
  update profiles set email = new.email where id = new.id;
  return new;
end $$;
-- functions/copy_event_currency
-- Gives a new ticket type the currency of its event.
create or replace function copy_event_currency() returns trigger language plpgsql as $$
begin
  new.currency := coalesce((select e.currency from events e where e.id = new.event_id), new.currency);
  return new;
end $$;
-- functions/copy_has_second_factor
create or replace function copy_has_second_factor() returns trigger language plpgsql as $$
declare
  v_user uuid := coalesce(new.user_id, old.user_id);
begin
  -- Writes only on a change, so that starting to add a factor doesn't update the account.
  update accounts a set has_second_factor = not a.has_second_factor
    where a.id = v_user
      and a.has_second_factor <> exists (select from auth_factors f where f.user_id = v_user and f.status = 'verified');
  return null;
end $$;
-- functions/copy_is_dj
-- Syncs the member type dj to the profile. Rows that already match are not written.
create or replace function copy_is_dj() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update profiles set is_dj = false where id = old.user_id and is_dj;
  else
    update profiles set is_dj = true where id = new.user_id and not is_dj;
  end if;
  return null;
end $$;
-- functions/count_profile_views
create or replace function count_profile_views() returns trigger language plpgsql as $$
begin
  insert into profile_view_days (profile_id, viewed_on, views)
    select profile_id, viewed_on, count(*) from added group by 1, 2 order by 1, 2
  on conflict (profile_id, viewed_on) do update set views = profile_view_days.views + excluded.views;
  return null;
end $$;
-- functions/count_waiting
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
-- functions/currency_unit
-- How many of its smallest unit a currency has: 100 cents, but 1 yen.
create or replace function currency_unit(p_currency text) returns numeric language sql immutable parallel safe return
  case when p_currency = 'JPY' then 1 else 100.0 end;
-- functions/delete_api_keys
-- When an account is taken over, deletes the API keys of its creator, who may still have them.
create or replace function delete_api_keys() returns trigger language plpgsql as $$
begin
  delete from api_keys where user_id = new.id;
  return null;
end $$;
-- functions/delete_webhooks
-- When an account is taken over, deletes the webhooks of its creator, who may still read their messages.
create or replace function delete_webhooks() returns trigger language plpgsql as $$
begin
  delete from webhook_endpoints where user_id = new.id;
  return null;
end $$;
-- functions/discount_of
-- The discount of a promo code on an order, rounded half up to the cent and at most the subtotal. The same as
-- rules/discount.ts.
create or replace function discount_of(p_subtotal integer, p_percent integer, p_amount integer)
returns integer language sql immutable parallel safe as $$
  select case when p_percent is not null then ((p_subtotal::bigint * p_percent + 50) / 100)::integer else least(p_amount, p_subtotal) end
$$;
-- functions/end_calendar
create or replace function end_calendar() returns trigger language plpgsql as $$
begin
  update calendar_feeds set version = version + 1, revoked_at = new.ended_everywhere_at, ended_with_sessions = true
    where user_id = new.id and revoked_at is null;
  return null;
end $$;
-- functions/end_holds
-- Ends every hold of an event that is cancelled or moved and returns how many. Customers with an offer wait again. A
-- concurrent sale has locked its ticket types first: either the second query finds its order, or the sale waits for
-- this transaction and sees the changed event.
create or replace function end_holds(p_event uuid) returns integer language plpgsql as $$
declare
  v_orders uuid[];
begin
  v_orders := array(
    select o.id from orders o where o.event_id = p_event and o.status = 'reserved' order by o.id for no key update);
  perform 1 from ticket_types t where t.event_id = p_event order by t.id for no key update;
  -- Locked after the ticket types, so this doesn't wait: payments are holding the other orders.
  v_orders := v_orders || array(
    select o.id from orders o where o.event_id = p_event and o.status = 'reserved' and not o.id = any (v_orders)
    for no key update skip locked);
  if v_orders <> '{}' then perform release_orders(v_orders, 'cancelled', 'waiting'); end if;
  return cardinality(v_orders);
end $$;
-- functions/event_search_names
create or replace function event_search_names(p_event uuid, p_organizer uuid) returns text language sql stable as $$
  select coalesce((
    select string_agg(name, ' ' order by place, name) from (
      select name, min(place) as place from (
        select s.name, s.billing as place from line_up_slots s where s.event_id = p_event
        union all
        select p.display_name, s.billing from line_up_slots s join profiles p on p.id = s.dj_id where s.event_id = p_event
        union all
        select display_name, -1 from profiles where id = p_organizer
      ) named group by name
    ) names), '')
$$;
-- functions/expire_orders
-- Ends up to p_limit orders whose hold has expired and returns how many. Orders that are being settled are left to the
-- next run, so several processes may run this concurrently.
create or replace function expire_orders(p_limit integer) returns integer language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  v_orders uuid[];
begin
  v_orders := array(
    select o.id from orders o where o.status = 'reserved' and o.expires_at <= clock_timestamp()
    order by o.expires_at limit p_limit for no key update skip locked
  );
  if v_orders <> '{}' then perform release_orders(v_orders, 'expired', 'lapsed'); end if;
  return cardinality(v_orders);
end $$;
-- functions/fold_text
-- Search ignores case and accents: "malmo" finds Malmö. lib/fold-text.ts folds what people type in the same way.
create or replace function fold_text(value text) returns text language sql immutable strict parallel safe as $$
  select replace(replace(replace(replace(
    translate(lower(regexp_replace(normalize(value, nfkd), '[\u0300-\u036f]', '', 'g')), 'øłđðıħς', 'olddihσ'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
$$;
-- functions/give_tickets
-- Issues complimentary tickets of an event in an order without a price. It ignores the waitlist: the organizer decides.
-- Outcomes: given, sold_out, not_found (no such type of this event) or event_off (a draft, cancelled or over).
create or replace function give_tickets(p_event uuid, p_type uuid, p_quantity integer, p_name text, p_email text, p_customer uuid)
returns table (outcome text, order_id uuid) language plpgsql as $$
#variable_conflict use_column
declare
  v_now timestamptz; v_free integer;
  v_order uuid := new_id();
begin
  select t.quantity_total - t.quantity_sold - t.quantity_held into v_free
    from ticket_types t where t.id = p_type and t.event_id = p_event for no key update;
  if not found then
    return query select 'not_found', null::uuid;
    return;
  end if;
  v_now := clock_timestamp();
  if not exists (
    select from events e where e.id = p_event and e.event_status in ('published', 'postponed')
      and (e.event_status = 'postponed' or coalesce(e.ends_at, e.event_date + interval '12 hours') > v_now)
  ) then
    return query select 'event_off', null::uuid;
    return;
  elsif v_free < p_quantity then
    return query select 'sold_out', null::uuid;
    return;
  end if;
  insert into orders (id, customer_id, event_id, client_key, status, buyer_name, buyer_email, subtotal_cents, fee_basis_points, fee_cents,
                      currency, tax_mode, tax_ppm, expires_at, created_at, confirmed_at, is_comp)
    select v_order, p_customer, p_event, gen_random_uuid(), 'confirmed', p_name, p_email, 0, 0, 0, e.currency, e.tax_mode, e.tax_ppm, v_now, v_now, v_now, true
    from events e where e.id = p_event;
  insert into order_items (order_id, ticket_type_id, quantity, unit_cents) values (v_order, p_type, p_quantity, 0);
  update ticket_types set quantity_sold = quantity_sold + p_quantity where id = p_type;
  perform issue_tickets(array[v_order]);
  insert into order_outbox (order_id, kind) values (v_order, 'confirmed');
  return query select 'given', v_order;
end $$;
-- functions/hold_limit_reached
-- Customers who have held these unpaid orders for twice the hold time within an hour. Replaced, cancelled and expired
-- holds all count, so that combining them doesn't hold tickets any longer.
create or replace function hold_limit_reached(p_orders uuid[], p_hold interval, p_now timestamptz) returns uuid[] language sql stable
set enable_seqscan = off set jit = off as $$
  select array_agg(x.customer_id) from (
    select o.customer_id from orders o
    where o.id = any (p_orders) and o.created_at > p_now - interval '1 hour' and o.status in ('reserved', 'expired', 'cancelled')
    group by o.customer_id
    having sum(least(coalesce(o.ended_at, p_now), o.expires_at) - o.created_at) >= 2 * p_hold
  ) x
$$;
-- functions/insert_tree_member
-- Gives a new member a place in the tree, initially without a parent. Plans are pinned as in set_invitation_path.
create or replace function insert_tree_member() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  insert into invitation_tree (id, joined_at)
    select p.id, p.created_at from profiles p where p.id = new.user_id
    on conflict do nothing;
  return null;
end $$;
-- functions/invoice_number_of
-- lpad alone would cut numbers above 99,999 and repeat them.
create or replace function invoice_number_of(prefix text, kind text, year integer, n integer) returns text language sql immutable parallel safe as $$
  select prefix || '-' || year || case kind when 'credit_note' then '-C-' else '-' end || lpad(n::text, greatest(5, length(n::text)), '0')
$$;
-- functions/is_blocked_between
-- The planner doesn't inline this, as with are_connected.
create or replace function is_blocked_between(one uuid, other uuid) returns boolean language sql stable as $$
  select exists (
    select from blocks b where (b.blocker_id = one and b.blocked_id = other) or (b.blocker_id = other and b.blocked_id = one)
  )
$$;
-- functions/is_paid_out
-- Whether money of an event was paid out: it is settled, or a share of it was transferred. Deposits come from the organizer's own payment.
create or replace function is_paid_out(event uuid) returns boolean language sql stable as $$
  select exists (select from settlements s where s.event_id = event)
    or exists (select from transfers t where t.event_id = event and t.reason <> 'deposit' and t.reverses is null)
$$;
-- functions/is_set_cancelled
-- Whether all bookings for which a DJ is on the line-up of an event were cancelled. Their entries are then no longer public.
create or replace function is_set_cancelled(p_event uuid, p_dj uuid) returns boolean language sql stable as $$
  select coalesce(bool_and(b.status = 'cancelled'), false)
  from line_up_slots s join bookings b on b.id = s.booking_id where s.event_id = p_event and s.dj_id = p_dj
$$;
-- functions/is_suspended
create or replace function is_suspended(person uuid) returns boolean language sql stable parallel safe as $$
  select exists (select from accounts where id = person and suspended_until > now())
$$;
-- functions/iso_moment
create or replace function iso_moment(t timestamptz) returns text language sql immutable parallel safe as $$
  select to_char(t at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;
-- functions/issue_tickets
-- Inserts one ticket per seat of the orders. The caller has locked the orders.
create or replace function issue_tickets(p_orders uuid[]) returns void language sql volatile
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
  insert into tickets (order_id, event_id, ticket_type_id, customer_id, ticket_number)
  select s.order_id, s.event_id, s.ticket_type_id, s.customer_id, ticket_number_of(s.n)
  from (
    select o.id as order_id, o.event_id, i.ticket_type_id, o.customer_id, nextval('ticket_numbers') as n
    from orders o join order_items i on i.order_id = o.id cross join generate_series(1, i.quantity)
    where o.id = any (p_orders)
    offset 0
  ) s
$$;
-- functions/leave_invitation_tree
create or replace function leave_invitation_tree() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  update invitation_tree set left_at = now() where id = old.id;
  return null;
end $$;
-- functions/line_up_changes_search_names
create or replace function line_up_changes_search_names() returns trigger language plpgsql as $$
begin
  perform refresh_event_search_names(array(select distinct event_id from changed));
  return null;
end $$;
-- functions/lock_dj_time
-- Serializes confirmations of bookings of a DJ until the transaction ends. Lock order of a booking: its row, then this lock.
create or replace function lock_dj_time(p_dj uuid) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('bookings of ' || p_dj::text, 0));
end $$;
-- functions/mark_ticket_change
create or replace function mark_ticket_change() returns trigger language plpgsql as $$
begin
  new.changed_in := pg_current_xact_id();
  return new;
end $$;
-- functions/network_holds
-- Returns how many tickets of an event one network may hold, and how many the given networks hold unpaid, or free by
-- accounts without a verified email. Networks are null while their sum can't reach the limit.
create or replace function network_holds(p_event uuid, p_networks text[], p_more bigint)
returns table (most integer, networks text[], held integer[]) language plpgsql stable
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
declare
  v_held bigint;
begin
  select greatest(20, sum(t.quantity_total) / 5), sum(t.quantity_held) into most, v_held from ticket_types t where t.event_id = p_event;
  if v_held + p_more > most
    or exists (select from orders o where o.event_id = p_event and o.status = 'confirmed' and o.network is not null) then
    select array_agg(x.network), array_agg((
        select coalesce(sum(i.quantity), 0) from orders o join order_items i on i.order_id = o.id
        where o.event_id = p_event and o.network = x.network and o.status = 'reserved'
      ) + (
        select coalesce(sum(i.quantity - i.quantity_refunded), 0) from orders o
          join accounts a on a.id = o.customer_id and a.email_verified_at is null join order_items i on i.order_id = o.id
        where o.event_id = p_event and o.network = x.network and o.status = 'confirmed'
      )) into networks, held
      from (select distinct y as network from unnest(p_networks) y where y is not null) x;
  end if;
  return next;
end $$;
-- functions/new_id
-- UUIDv7 (RFC 9562): 48 bits of milliseconds, then random. PostgreSQL 18 has its own; this one serves 15 to 17 too.
-- Inserts of many rows (one ticket per seat) need ids made in the database. The server makes all others.
create or replace function new_id() returns uuid language sql volatile parallel safe as $$
  select encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
        from 1 for 6),
      52, 1), 53, 1), 'hex')::uuid
$$;
-- functions/newest_messages
-- The newest messages of a room, along its index. The planner knows only the average size of rooms: without these settings it reads and
-- sorts the whole room where the average is below a page, also the room with ten million messages.
create or replace function newest_messages(in_room uuid, before_seq bigint, most int) returns setof uuid
  language plpgsql stable rows 100 set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
begin
  return query
    select m.id from chat_messages m where m.room_id = in_room and m.seq < before_seq order by m.seq desc limit most;
end $$;
-- functions/newest_shown_messages
-- Like newest_messages, without hidden messages and messages of unwanted people, within the newest `scan_limit`
-- messages.
create or replace function newest_shown_messages(in_room uuid, unwanted uuid[], scan_limit int, most int)
  returns table (id uuid, seq bigint)
  language plpgsql stable rows 10 set enable_seqscan = off set enable_bitmapscan = off set enable_sort = off as $$
begin
  return query
    select x.id, x.seq from (
      select m.id, m.seq, m.user_id, m.hidden_at from chat_messages m
      where m.room_id = in_room order by m.seq desc limit scan_limit
    ) x
    where x.hidden_at is null and (x.user_id = any(unwanted)) is not true
    order by x.seq desc limit most;
end $$;
-- functions/next_booking_number
-- At least four digits. lpad alone would cut the 10,000th number and repeat the 1,000th.
create or replace function next_booking_number() returns text language sql volatile as $$
  select 'BK-' || to_char(now() at time zone 'UTC', 'YYYY') || '-' || lpad(n::text, greatest(4, length(n::text)), '0')
  from (select nextval('booking_numbers') as n) numbers
$$;
-- functions/next_ticket_number
create or replace function next_ticket_number() returns text language sql volatile as $$
  select ticket_number_of(nextval('ticket_numbers'))
$$;
-- functions/offer_waitlist
-- Offers available tickets to the waitlist. A customer without an email keeps their place and doesn't block the others.
create or replace function offer_waitlist(p_type uuid, p_hold interval, p_fee_points integer, p_fee_tax integer, p_can_pay boolean, p_limit integer)
returns table (entry_id uuid, order_id uuid, customer_id uuid) language plpgsql as $$
#variable_conflict use_column
declare
  v_now timestamptz;
  v_type record; v_event record; v_entry record;
  v_free integer; v_subtotal integer; v_tax integer;
begin
  select t.* into v_type from ticket_types t where t.id = p_type for no key update;
  if not found then return; end if;
  v_now := clock_timestamp();
  select e.currency, e.tax_mode, e.tax_ppm, e.event_status, e.is_public, coalesce(e.ends_at, e.event_date) <= v_now and e.event_status <> 'postponed' as is_over
    into v_event from events e where e.id = v_type.event_id;
  -- The sale of a postponed event ends later, once the event has a date.
  if v_event.event_status = 'cancelled' or v_event.is_over or (v_type.sale_ends_at <= v_now and v_event.event_status <> 'postponed') then
    update waitlist_entries set status = 'over', ended_at = v_now where id in (
      select w.id from waitlist_entries w where w.ticket_type_id = p_type and w.status = 'waiting' order by w.created_at, w.id limit p_limit);
    return;
  end if;
  if v_event.event_status <> 'published' or not v_event.is_public or v_type.sale_starts_at > v_now
     or (v_type.price_cents > 0 and not p_can_pay) then
    return;
  end if;
  v_free := v_type.quantity_total - v_type.quantity_sold - v_type.quantity_held;
  for v_entry in
    select w.id, w.customer_id, w.quantity, p.full_name, coalesce(p.email, '') as email
    from waitlist_entries w join profiles p on p.id = w.customer_id
    where w.ticket_type_id = p_type and w.status = 'waiting' order by w.created_at, w.id limit p_limit
  loop
    exit when v_free <= 0;
    entry_id := v_entry.id;
    customer_id := v_entry.customer_id;
    order_id := new_id();
    v_entry.quantity := least(v_free, v_entry.quantity);
    v_subtotal := v_entry.quantity * v_type.price_cents;
    v_tax := added_tax(v_subtotal, v_event.tax_mode, v_event.tax_ppm);
    insert into orders (id, customer_id, event_id, client_key, status, buyer_name, buyer_email, subtotal_cents, fee_basis_points, fee_cents,
                        currency, tax_mode, tax_ppm, added_tax_cents, fee_tax_ppm, expires_at, created_at, is_offer)
      values (order_id, customer_id, v_type.event_id, gen_random_uuid(), 'reserved', v_entry.full_name, v_entry.email, v_subtotal, p_fee_points,
              (v_subtotal::bigint * p_fee_points + 5000) / 10000, v_event.currency, v_event.tax_mode, v_event.tax_ppm, v_tax, p_fee_tax,
              v_now + p_hold, v_now, true);
    insert into order_items (order_id, ticket_type_id, quantity, unit_cents, added_tax_cents)
      values (order_id, p_type, v_entry.quantity, v_type.price_cents, v_tax);
    update ticket_types set quantity_held = quantity_held + v_entry.quantity where id = p_type;
    update waitlist_entries set status = 'offered', order_id = offer_waitlist.order_id, offered_at = v_now where id = v_entry.id;
    v_free := v_free - v_entry.quantity;
    return next;
  end loop;
end $$;
-- functions/order_number_of
-- lpad alone would cut numbers above 99,999 and repeat them. One expression, so that inserts of many rows can inline it.
create or replace function order_number_of(n bigint, made_at timestamptz) returns text language sql stable parallel safe as $$
  select 'OR-' || extract(year from made_at)::text || '-' || lpad(n::text, greatest(5, length(n::text)), '0')
$$;
-- functions/payable_orders
-- Returns the orders that customers want to pay, with their open payment if there is one. One row per pair, in order;
-- the row is empty for an order of another customer.
create or replace function payable_orders(p_orders uuid[], p_customers uuid[], p_provider text)
returns table (
  id uuid, order_number text, status text, total_cents integer, currency text, is_over boolean, open_reference text
) language sql stable
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
  select o.id, o.order_number, o.status, o.total_cents, o.currency, o.expires_at <= clock_timestamp(), (
      select p.provider_reference from payments p
      where p.order_id = o.id and p.provider = p_provider and p.processing_since is null
        -- A declined PaymentIntent of Stripe can be tried again, so an order has one.
        and (p.status = 'started' or (p.status = 'declined' and p.provider = 'stripe'))
      order by p.created_at desc limit 1
    )
  from unnest(p_orders, p_customers) with ordinality x(id, customer, n)
    left join orders o on o.id = x.id and o.customer_id = x.customer
  order by x.n
$$;
-- functions/place_invited_member
-- Places an invited member below the inviter and updates the counts above. The lock places one member at a time.
create or replace function place_invited_member() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  above invitation_tree;
  own invitation_tree;
begin
  perform pg_advisory_xact_lock(hashtext('invitation_tree'));
  insert into invitation_tree (id, joined_at)
    select p.id, p.created_at from profiles p where p.id in (new.created_by, new.used_by)
      and not exists (select from invitation_tree t where t.id = p.id)
    on conflict do nothing;
  select * into above from invitation_tree where id = new.created_by;
  select * into own from invitation_tree where id = new.used_by;
  if above.id is null or own.parent_id is not null or own.place = any (above.path) then
    return null;
  end if;
  -- Members have rarely invited others before they are placed.
  if own.reached > 0 then
    update invitation_tree set path = above.path || path[cardinality(own.path):]
      where id in (select id from invitation_branch(own.id)) and id <> own.id;
  end if;
  update invitation_tree set path = above.path || place, parent_id = above.id, joined_at = coalesce(new.used_at, joined_at)
    where id = own.id;
  update invitation_tree set reached = reached + own.reached + 1 where place = any (above.path);
  return null;
end $$;
-- functions/post_booking_payment
-- Posts what an organizer paid for a booking: money of the event that isn't ticket income. Runs at commit, because the sums of
-- the ledger are the last lock.
create or replace function post_booking_payment() returns trigger language plpgsql as $$
begin
  perform post_to_ledger('booking_payment', 'payment:' || new.id, null, array['provider', 'organizer'],
    array[new.amount_cents, -new.amount_cents]::bigint[], 0, new.event_id);
  return null;
end $$;
-- functions/post_dispute
-- Posts the difference between what a dispute should have moved and what it has: the bank holds the amount until it decides
-- for the organizer, and takes what the refunds of a lost dispute do not pay. The organizer bears it, and the site its share
-- of the service fee. Runs at commit, after the tickets were revoked.
create or replace function post_dispute() returns trigger language plpgsql as $$
declare
  v_order record;
  v_dispute record;
  v_taken bigint; v_borne bigint; v_fee bigint;
  v_accounts text[]; v_amounts bigint[];
begin
  select d.* into strict v_dispute from disputes d where d.id = new.id;
  select o.id, coalesce(o.fee_cents, 0) as fee_cents, coalesce(o.total_cents, p.amount_cents) as total_cents, p.event_id into strict v_order
    from payments p left join orders o on o.id = p.order_id where p.id = v_dispute.payment_id;
  v_taken := case when v_dispute.status in ('open', 'under_review', 'lost') and not v_dispute.is_inquiry then v_dispute.amount_cents else 0 end;
  v_borne := case when v_dispute.status <> 'lost' then v_taken else greatest(0, v_taken - (
    select coalesce(sum(r.amount_cents), 0) from refunds r
    where r.payment_id = v_dispute.payment_id and r.reason = 'dispute_lost' and r.status = 'done')) end;
  v_fee := prorate(v_order.fee_cents, v_borne, v_order.total_cents);
  select array_agg(x.account), array_agg(x.amount) into v_accounts, v_amounts from (
    select y.account, sum(y.amount)::bigint as amount from (
      select v.account, v.amount from (values ('provider', -v_taken), ('disputes', v_taken - v_borne),
        ('organizer', v_borne - v_fee), ('service_fees', v_fee)) v(account, amount)
      union all
      select e.account, -e.amount from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
        where t.source like 'dispute:' || replace(new.id, '_', '\_') || ':%'
    ) y group by y.account having sum(y.amount) <> 0
  ) x;
  if v_accounts is not null then
    perform post_to_ledger(case when v_order.id is null then 'booking_refund' else 'dispute' end, 'dispute:' || new.id || ':' || (
      select count(*) from ledger_transactions t where t.source like 'dispute:' || replace(new.id, '_', '\_') || ':%'),
      v_order.id, v_accounts, v_amounts, 0, v_order.event_id);
  end if;
  return null;
end $$;
-- functions/post_provider_fees
-- Posts fees that a provider took from its balance, each once. p_bearer is the account that pays them. A negative fee was given back.
-- Those of a booking's payment have a kind of their own: the DJs' shares don't bear them. Those of other payments than ours are ignored.
-- Returns how many are new. One statement, because a sale has thousands of fees.
create or replace function post_provider_fees(p_provider text, p_bearer text, p_ids text[], p_kinds text[], p_payments text[], p_cents bigint[])
returns integer language sql as $$
  with fees as (
    select distinct on (x.id) case when p.order_id is null then 'booking_fee' else x.kind end as kind, 'fee:' || x.id as source, x.cents,
      p.order_id, p.event_id
    from unnest(p_ids, p_kinds, p_payments, p_cents) x(id, kind, payment, cents)
      cross join lateral (
        select p.order_id, coalesce(p.event_id, o.event_id) as event_id
        from payments p left join orders o on o.id = p.order_id
        where p.provider = p_provider and (p.provider_payment_id = x.payment or p.provider_reference = x.payment)
        limit 1
      ) p
    where x.cents <> 0 and not exists (select from ledger_transactions t where t.source = 'fee:' || x.id)
    order by x.id
  ),
  posted as (
    insert into ledger_transactions (kind, source, event_id, order_id, day)
      select f.kind, f.source, f.event_id, f.order_id, (clock_timestamp() at time zone e.timezone)::date
      from fees f join events e on e.id = f.event_id order by f.event_id, f.source
    on conflict (source) do nothing
    returning id, source
  ),
  entries as (
    insert into ledger_entries (transaction_id, account, event_id, currency, amount)
      select t.id, x.account, f.event_id, e.currency, x.amount
      from posted t join fees f on f.source = t.source join events e on e.id = f.event_id cross join lateral (values (p_bearer, f.cents), ('provider', -f.cents)) x(account, amount)
  )
  select count(*)::integer from posted
$$;
-- functions/post_refund
-- Posts what happens to a refund: requested, sent, rejected by the bank, or paid by the organizer or an admin without the provider.
-- A payment that brought no tickets has its money posted together with its refund. Runs at commit, because the sums of the
-- ledger are the last lock, and the tickets of a refund are known then.
create or replace function post_refund() returns trigger language plpgsql as $$
declare
  v_payment record;
  v_cents bigint := new.amount_cents;
  v_source text;
  -- For a lost dispute, the bank took the money back before.
  v_paid_from text := case new.reason when 'dispute_lost' then 'disputes' else 'provider' end;
begin
  select p.order_id, p.event_id, p.status into strict v_payment from payments p where p.id = new.payment_id;
  if tg_op = 'INSERT' then
    if v_payment.status = 'returned' then
      perform post_to_ledger('payment_returned', 'refund:' || new.id, v_payment.order_id,
        array['provider', 'refunds_due'], array[v_cents, -v_cents], 0, v_payment.event_id);
    elsif v_payment.order_id is null then
      perform post_to_ledger('booking_refund', 'refund:' || new.id, null,
        array['organizer', 'refunds_due'], array[v_cents, -v_cents], 0, v_payment.event_id);
    else
      perform post_to_ledger('refund', 'refund:' || new.id, v_payment.order_id,
        array['organizer', 'service_fees', 'refunds_due'], array[v_cents - new.fee_cents, new.fee_cents, -v_cents],
        (select count(*)::integer from tickets k where k.refund_id = new.id));
    end if;
  end if;
  if tg_op = 'INSERT' and new.status = 'requested' then return null; end if;
  -- A refund can be sent, rejected and sent again.
  v_source := 'refund:' || new.id || ':' || (
    select count(*) from ledger_transactions t where t.source like 'refund:' || new.id || ':%');
  if new.status = 'done' and new.other_payment is not null then
    perform post_to_ledger('refund_paid_another_way', v_source, v_payment.order_id,
      array['refunds_due', case when new.is_paid_by_site then 'service_fees' else 'organizer' end], array[v_cents, -v_cents], 0, v_payment.event_id);
  elsif new.status = 'done' then
    perform post_to_ledger('refund_sent', v_source, v_payment.order_id, array['refunds_due', v_paid_from], array[v_cents, -v_cents],
      0, v_payment.event_id);
  elsif new.status = 'failed' and tg_op = 'UPDATE' and old.status = 'done' then
    perform post_to_ledger('refund_rejected', v_source, v_payment.order_id, array[v_paid_from, 'refunds_due'], array[v_cents, -v_cents],
      0, v_payment.event_id);
  end if;
  return null;
end $$;
-- functions/post_sales
-- Posts the sales of confirmed orders that have not been posted. Free orders have none.
create or replace function post_sales(p_orders uuid[]) returns void language sql as $$
  with sales as (
    insert into ledger_transactions (kind, source, event_id, order_id, day, tickets)
      select 'sale', 'sale:' || o.id, o.event_id, o.id, (clock_timestamp() at time zone e.timezone)::date,
        (select sum(i.quantity) from order_items i where i.order_id = o.id)
      from orders o join events e on e.id = o.event_id
      where o.id = any (p_orders) and o.confirmed_at is not null and o.total_cents > 0 order by o.id
    on conflict (source) do nothing
    returning id, event_id, order_id
  )
  insert into ledger_entries (transaction_id, account, event_id, currency, amount)
    select s.id, x.account, s.event_id, o.currency, x.amount
    from sales s join orders o on o.id = s.order_id cross join lateral (values
      ('provider', o.total_cents), ('organizer', -(o.subtotal_cents + o.added_tax_cents)), ('service_fees', -o.fee_cents)
    ) x(account, amount) where x.amount <> 0
$$;
-- functions/post_to_ledger
-- Posts a transaction. p_accounts and p_amounts are its entries; those of zero are left out, and without any nothing is
-- posted. p_event is for what belongs to no order. Does nothing if the source was posted before with the same entries, and refuses other entries.
create or replace function post_to_ledger(
  p_kind text, p_source text, p_order uuid, p_accounts text[], p_amounts bigint[], p_tickets integer default 0, p_event uuid default null
) returns void language plpgsql as $$
declare
  v_entries integer;
begin
  -- One statement, so that the transaction has its entries as soon as it can be seen.
  with posted as (
    insert into ledger_transactions (kind, source, event_id, order_id, day, tickets)
      select p_kind, p_source, e.id, p_order, (clock_timestamp() at time zone e.timezone)::date, p_tickets
      from events e
      where e.id = coalesce(p_event, (select o.event_id from orders o where o.id = p_order)) and exists (select from unnest(p_amounts) x where x <> 0)
    on conflict (source) do nothing returning id, event_id
  )
  insert into ledger_entries (transaction_id, account, event_id, currency, amount)
    select t.id, x.account, t.event_id, e.currency, x.amount
    from posted t join events e on e.id = t.event_id, unnest(p_accounts, p_amounts) x(account, amount) where x.amount <> 0;
  get diagnostics v_entries = row_count;
  if v_entries = 0 and exists (
    select from (
      select x.account, x.amount from unnest(p_accounts, p_amounts) x(account, amount) where x.amount <> 0
      union all
      select e.account, -e.amount from ledger_entries e join ledger_transactions t on t.id = e.transaction_id where t.source = p_source
    ) y group by y.account having sum(y.amount) <> 0
  ) then
    raise exception '% was posted with other entries', p_source using errcode = 'check_violation';
  end if;
end $$;
-- functions/post_transfer
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
-- functions/profile_name_changes_search_names
-- Only events that the public list still shows.
create or replace function profile_name_changes_search_names() returns trigger language plpgsql as $$
begin
  perform refresh_event_search_names(array(
    select id from events where organizer_id = new.id and event_date > now()
    union
    select e.id from line_up_slots s join events e on e.id = s.event_id where s.dj_id = new.id and e.event_date > now()));
  return null;
end $$;
-- functions/prorate
-- Returns the share of p_part in p_total, rounded half up. Computed from running sums, so that all parts add up to
-- p_cents. The same as lib/split-cents.ts.
create or replace function prorate(p_cents bigint, p_part bigint, p_total bigint) returns bigint language sql immutable parallel safe as $$
  select case when p_total = 0 then 0 else (2 * p_cents * p_part + p_total) / (2 * p_total) end
$$;
-- functions/record_refund_outcome
create or replace function record_refund_outcome() returns trigger language plpgsql as $$
begin
  -- The person who paid it another way has an entry of their own.
  if new.other_payment is not null then return null; end if;
  insert into audit_log (action, subject_type, subject_id, details)
    select case new.status when 'done' then 'money.refund_sent' else 'money.refund_failed' end,
      case when o.id is null then 'booking' else 'order' end, coalesce(o.id, b.id)::text,
      jsonb_strip_nulls(jsonb_build_object('order', o.order_number, 'booking', b.booking_number, 'cents', new.amount_cents,
        'currency', coalesce(o.currency, b.currency), 'person', coalesce(o.customer_id, b.client_id), 'reason', case new.status when 'failed' then new.last_error end))
    from payments p left join orders o on o.id = p.order_id left join bookings b on b.id = p.booking_id where p.id = new.payment_id;
  return null;
end $$;
-- functions/record_refunds
-- Writes an audit entry when the database itself decides about money (settle_payments).
create or replace function record_refunds() returns trigger language plpgsql as $$
begin
  -- Uses the refund's own id and time, so that each refund has one entry.
  insert into audit_log (id, action, subject_type, subject_id, details, created_at)
    select r.id, 'money.refund', case when o.id is null then 'booking' else 'order' end, coalesce(o.id, b.id)::text,
      jsonb_strip_nulls(jsonb_build_object('order', o.order_number, 'booking', b.booking_number, 'cents', r.amount_cents,
        'currency', coalesce(o.currency, b.currency), 'person', coalesce(o.customer_id, b.client_id), 'reason', r.reason)), r.created_at
    from requested r join payments p on p.id = r.payment_id left join orders o on o.id = p.order_id
      left join bookings b on b.id = p.booking_id;
  return null;
end $$;
-- functions/record_security_event
-- Repeats within an hour are stored as one row. After 100 rows of one account, kind and method in a day, address, device
-- and details are dropped, leaving one row per hour, so that an attacker can't fill the table. Each kind and method is
-- counted alone: a stranger's wrong passwords must not take these from the sign-in or the wrong second factor that follows.
create or replace function record_security_event(
  p_user uuid, p_actor uuid, p_kind text, p_at timestamptz, p_session uuid, p_ip text, p_country text, p_device text,
  p_is_new boolean, p_details jsonb
) returns uuid language plpgsql as $$
declare
  found_id uuid;
  is_full boolean;
begin
  -- Concurrent repeats must find each other's row. The account is locked first, as in identity/server/LOCKING.md.
  perform from accounts where id = p_user for key share;
  perform pg_advisory_xact_lock(hashtext('security_events'), hashtext(coalesce(p_user::text, '')));
  for attempt in 1..2 loop
    update security_events e set at = greatest(e.at, p_at), count = e.count + 1, session_id = coalesce(p_session, e.session_id)
    where e.id = (
      select s.id from recent_security_events(p_user, p_at) s
      where s.kind = p_kind and s.first_at > p_at - interval '1 hour' and s.ip is not distinct from p_ip and s.device is not distinct from p_device
        and s.actor_id is not distinct from p_actor and s.details = p_details and not s.is_new_device and not p_is_new
      order by s.at desc, s.id desc limit 1
    ) returning e.id into found_id;
    if found_id is not null then return found_id; end if;
    exit when attempt = 2;
    select count(*) = 100 into is_full from (
      select from recent_security_events(p_user, p_at) s
      where s.kind = p_kind and s.details -> 'methods' is not distinct from p_details -> 'methods' limit 100
    ) recent;
    exit when not is_full;
    p_ip := null; p_country := null; p_device := null; p_is_new := false; p_details := '{}';
  end loop;
  insert into security_events (user_id, actor_id, kind, at, first_at, session_id, ip, country, device, is_new_device, details)
    values (p_user, p_actor, p_kind, p_at, p_at, p_session, p_ip, p_country, p_device, p_is_new, p_details)
    returning id into found_id;
  return found_id;
end $$;
-- functions/refresh_event_search_names
-- Locks the events in the order of their ids, so that two changes of names never wait for each other.
create or replace function refresh_event_search_names(p_events uuid[]) returns void language plpgsql as $$
begin
  perform from events where id = any (p_events) order by id for no key update;
  update events e set search_names = event_search_names(e.id, e.organizer_id)
    where e.id = any (p_events) and e.search_names <> event_search_names(e.id, e.organizer_id);
end $$;
-- functions/refunded_fee
-- Returns the part of an order's service fee that is refunded once p_refunded of p_subtotal is. The same as
-- rules/refund-share.ts.
create or replace function refunded_fee(p_fee bigint, p_refunded bigint, p_subtotal bigint) returns bigint language sql immutable parallel safe as $$
  select prorate(p_fee, p_refunded, p_subtotal)
$$;
-- functions/refuse_booking_step_change
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
-- functions/refuse_booking_step_deletion
-- Steps are deleted only together with their booking.
create or replace function refuse_booking_step_deletion() returns trigger language plpgsql as $$
begin
  if exists (select from bookings b where b.id = old.booking_id) then
    raise exception 'booking_steps is append-only' using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;
-- functions/refuse_change
-- For append-only tables, such as the audit log.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;
-- functions/refuse_paid_out_event_change
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
-- functions/release_orders
-- Ends reserved orders with p_status and releases their stock, promo codes and offers. The caller has locked the orders.
create or replace function release_orders(p_orders uuid[], p_status text, p_entries text) returns void language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
set plan_cache_mode = force_generic_plan as $$
declare
  v_promos uuid[];
  v_offers uuid[];
begin
  perform 1 from ticket_types t
    where t.id = any (array(select i.ticket_type_id from order_items i where i.order_id = any (p_orders)))
    order by t.id for no key update;
  with ended as (
    update orders set status = p_status, ended_at = clock_timestamp() where id = any (p_orders)
    returning id, promo_code_id, is_offer
  )
  select array_agg(e.promo_code_id) filter (where e.promo_code_id is not null), array_agg(e.id) filter (where e.is_offer)
    into v_promos, v_offers from ended e;
  update ticket_types t set quantity_held = t.quantity_held - x.quantity
    from (
      select i.ticket_type_id, sum(i.quantity) as quantity from order_items i
      where i.order_id = any (p_orders) group by i.ticket_type_id
    ) x where t.id = x.ticket_type_id;
  if v_promos is not null then perform release_promo_uses(v_promos); end if;
  if v_offers is not null then perform close_offers(v_offers, p_entries); end if;
  update payments set status = 'abandoned', settled_at = clock_timestamp()
    where order_id = any (p_orders) and status = 'started' and processing_since is null;
  -- The sweep cancels them at the provider.
  update payments set check_at = clock_timestamp() where order_id = any (p_orders) and check_at is not null;
end $$;
-- functions/release_promo_uses
-- Releases uses of promo codes, one per order. The caller has locked the ticket types.
create or replace function release_promo_uses(p_promos uuid[]) returns void language plpgsql as $$
begin
  perform 1 from promo_codes c where c.id = any (p_promos) order by c.id for no key update;
  update promo_codes c set used = c.used - x.n
    from (select y, count(*)::integer as n from unnest(p_promos) y group by y) x where c.id = x.y;
end $$;
-- functions/remove_avatar_files
-- A trigger, so that files are also deleted with the account, or by a statement at the console.
create or replace function remove_avatar_files() returns trigger language plpgsql as $$
declare
  gone text := substring(old.avatar_url from '^/media/(avatars/[A-Za-z0-9_-]{22})/');
begin
  if gone is not null then
    insert into media_removals (set_key) values (gone) on conflict (set_key) do nothing;
  end if;
  return null;
end $$;
-- functions/remove_event_files
-- As remove_avatar_files. A copy of an event shows the same files.
create or replace function remove_event_files() returns trigger language plpgsql as $$
declare
  gone text := substring(old.featured_image_url from '^/media/(events/[A-Za-z0-9_-]{22})/');
begin
  if gone is not null and not exists (select from events where featured_image_url = old.featured_image_url) then
    insert into media_removals (set_key) values (gone) on conflict (set_key) do nothing;
  end if;
  return null;
end $$;
-- functions/require_an_admin
-- A site without an admin can't be repaired from the interface. Removals of the role wait for each other, then count.
create or replace function require_an_admin() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('admins'));
  if not exists (select from user_roles where role = 'admin') then
    raise exception 'the last admin stays' using errcode = 'check_violation', constraint = 'user_roles_an_admin_stays';
  end if;
  return null;
end $$;
-- functions/reserve_orders
-- Reserves a batch of orders of one event, and confirms those with nothing to pay. LOCKING.md has the order of locks,
-- and docs/adr/0023 the limits. Arrays are indexed by slot; a refused order returns its error and the ticket type that
-- caused it.
create or replace function reserve_orders(
  p_event uuid, p_hold interval, p_fee_points integer, p_fee_tax integer, p_can_pay boolean,
  p_orders uuid[], p_customers uuid[], p_keys uuid[], p_names text[], p_emails text[],
  p_types uuid[], p_item_order integer[], p_item_type integer[], p_item_quantity integer[],
  p_sources text[] default null, p_access text[] default null, p_promos text[] default null, p_networks text[] default null
) returns table (
  slot integer, outcome text, order_id uuid, order_number text, order_status text, subtotal_cents integer,
  added_tax_cents integer, fee_cents integer, expires_at timestamptz, answered_at timestamptz, type_slot integer, type_name text,
  remaining integer, selection text
) language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_count constant integer := cardinality(p_orders); v_now timestamptz;
  v_price integer[] := array_fill(null::integer, array[cardinality(p_types)]); v_free integer[] := v_price;
  v_on_sale boolean[] := array_fill(false, array[cardinality(p_types)]);
  v_name text[] := array_fill(null::text, array[cardinality(p_types)]); v_access text[] := v_name; v_is_waited_for boolean[] := v_on_sale;
  v_held integer[] := array_fill(0, array[cardinality(p_types)]); v_sold integer[] := v_held; v_existing uuid[]; v_event_fault text; v_currency text;
  v_tax_mode text; v_tax_ppm integer; v_tax integer[] := array_fill(0, array[cardinality(p_orders)]); v_added integer[];
  v_take boolean[] := array_fill(false, array[v_count]); v_subtotal integer[] := array_fill(0, array[v_count]);
  v_fault text[] := array_fill(null::text, array[v_count]); v_blamed integer[] := array_fill(null::integer, array[v_count]);
  v_free_orders uuid[] := '{}';
  -- The open order that each reservation would replace, and the tickets and promo codes of those orders.
  v_unpaid uuid[]; v_open uuid[]; v_open_orders uuid[] := '{}'; v_open_types uuid[] := '{}'; v_open_promos uuid[] := '{}';
  v_replaced uuid[] := '{}'; v_own integer[] := array_fill(0, array[v_count]);
  -- Customers who have held tickets of this event for too long, and the free tickets that customers already have.
  v_hold_limit_reached uuid[]; v_had_customers uuid[]; v_had_types uuid[]; v_had integer[];
  -- Customers without a verified email; null where no order of the batch can be free.
  v_unverified uuid[];
  -- Tickets that each network of the batch holds unpaid or has free; null while they can't reach the limit.
  v_networks text[]; v_network_held integer[]; v_network_most integer;
  -- The promo codes in the batch; all arrays are in the same order.
  v_promo_id uuid[] := '{}'; v_promo_code text[] := '{}'; v_promo_percent integer[] := '{}'; v_promo_amount integer[] := '{}';
  v_promo_left integer[] := '{}'; v_promo_is_now boolean[] := '{}'; v_promo_used integer[] := '{}'; v_promo_each integer[] := '{}';
  v_order_promo uuid[]; v_discount integer[]; v_shares integer[]; v_promo record; v_type record; v_slot integer := 0; v_item integer := 1;
  v_first integer; v_sum integer; v_off integer; v_why text; v_has integer := 0; v_more integer; v_uses integer; k integer; q integer;
  p integer; w integer;
begin
  -- Locks orders before ticket types. First finds the orders, then locks them: in one statement the plan may walk all
  -- orders by id. `is not distinct from` and `<> all` keep it on the index by customer.
  v_unpaid := array(
    select o.id from orders o
    where o.customer_id = any (p_customers) and o.event_id is not distinct from p_event
      and o.status <> all ('{confirmed,refunded}') and not o.is_offer);
  if v_unpaid <> '{}' then
    v_open_orders := array(
      select o.id from orders o where o.id = any (v_unpaid) and o.status = 'reserved' order by o.id for no key update);
    v_open := array(
      select (select o.id from orders o where o.id = any (v_open_orders) and o.customer_id is not distinct from x.customer)
      from unnest(p_customers) with ordinality x(customer, n) order by x.n);
    v_open_types := array(select i.ticket_type_id from order_items i where i.order_id = any (v_open_orders));
    v_open_promos := array(select o.promo_code_id from orders o where o.id = any (v_open_orders) and o.promo_code_id is not null);
  end if;

  -- The contended rows, always in order of id. Not FOR UPDATE, which would also block foreign keys to them.
  for v_type in
    select t.id, t.name, t.price_cents, t.access_code,
           case when t.waiting > 0 then 0 else t.quantity_total - t.quantity_sold - t.quantity_held end as free,
           t.waiting > 0 as is_waited_for, t.sale_starts_at, t.sale_ends_at
    from ticket_types t where t.id = any (p_types || v_open_types) and t.event_id = p_event
    order by t.id for no key update
  loop
    v_now := clock_timestamp();
    k := array_position(p_types, v_type.id);
    continue when k is null;
    v_is_waited_for[k] := v_type.is_waited_for;
    v_price[k] := v_type.price_cents;
    v_free[k] := v_type.free;
    v_name[k] := v_type.name;
    v_access[k] := v_type.access_code;
    v_on_sale[k] := coalesce(v_type.sale_starts_at <= v_now, true) and coalesce(v_type.sale_ends_at > v_now, true);
  end loop;
  -- Read only now, because a batch may have waited for the locks. The code below also sees what others committed
  -- meanwhile.
  v_now := clock_timestamp();

  select case
      when not e.is_public or e.event_status = 'draft' then 'event_not_found'
      when e.event_status = 'cancelled' then 'event_cancelled'
      when coalesce(e.ends_at, e.event_date) <= v_now then 'event_over'
      when e.event_status <> 'published' then 'not_on_sale'
    end, e.currency, e.tax_mode, e.tax_ppm
    into v_event_fault, v_currency, v_tax_mode, v_tax_ppm from events e where e.id = p_event;
  if not found then v_event_fault := 'event_not_found'; end if;
  if v_tax_mode = 'added' then v_added := array_fill(0, array[cardinality(p_item_order)]); end if;

  if p_promos is not null or v_open_promos <> '{}' then
    v_order_promo := array_fill(null::uuid, array[v_count]);
    v_discount := array_fill(0, array[cardinality(p_item_order)]);
    for v_promo in
      select c.id, c.code, c.percent, c.amount_cents, c.use_limit - c.used as left_over, c.customer_limit, c.starts_at, c.ends_at
      from promo_codes c where c.event_id = p_event and (c.id = any (v_open_promos) or c.code = any (p_promos))
      order by c.id for no key update
    loop
      v_now := clock_timestamp();
      v_promo_id := v_promo_id || v_promo.id;
      v_promo_code := v_promo_code || v_promo.code;
      v_promo_percent := v_promo_percent || v_promo.percent::integer;
      v_promo_amount := v_promo_amount || v_promo.amount_cents;
      v_promo_left := v_promo_left || v_promo.left_over;
      v_promo_is_now := v_promo_is_now || (coalesce(v_promo.starts_at <= v_now, true) and coalesce(v_promo.ends_at > v_now, true));
      v_promo_used := v_promo_used || 0;
      v_promo_each := v_promo_each || v_promo.customer_limit;
    end loop;
  end if;

  -- `is not distinct from` leaves only the index by key: a plan made while orders were few might read all orders of a
  -- customer.
  select array_agg((
      select o.id from orders o where o.client_key = x.key and o.customer_id is not distinct from x.customer
    ) order by x.n)
    into v_existing from unnest(p_customers, p_keys) with ordinality x(customer, key, n);

  if v_unpaid <> '{}' then v_hold_limit_reached := hold_limit_reached(v_unpaid, p_hold, v_now); end if;
  if 0 = any (v_price) or p_promos is not null then
    v_unverified := array(select a.id from accounts a where a.id = any (p_customers) and a.email_verified_at is null);
    select array_agg(x.customer_id), array_agg(x.ticket_type_id), array_agg(x.had) into v_had_customers, v_had_types, v_had from (
      select o.customer_id, i.ticket_type_id, sum(i.quantity - i.quantity_refunded) as had
      from orders o join order_items i on i.order_id = o.id
      where o.customer_id = any (p_customers) and o.event_id is not distinct from p_event
        and o.status = 'confirmed' and (o.subtotal_cents = 0 or i.unit_cents = 0) and not o.is_comp
      group by o.customer_id, i.ticket_type_id
    ) x;
  end if;
  if p_networks is not null then
    select x.most, x.networks, x.held into v_network_most, v_networks, v_network_held
      from network_holds(p_event, p_networks, (select sum(y) from unnest(p_item_quantity) y)) x;
  end if;

  while v_slot < v_count loop
    v_slot := v_slot + 1;
    v_first := v_item;
    v_sum := 0;
    v_why := case when v_existing[v_slot] is not null then 'replay' else v_event_fault end;
    while p_item_order[v_item] = v_slot loop
      if v_why is null then
        k := p_item_type[v_item];
        if v_open is not null then
          v_has := coalesce((
            select i.quantity from order_items i where i.order_id = v_open[v_slot] and i.ticket_type_id = p_types[k]), 0);
        end if;
        if v_free[k] + v_has >= p_item_quantity[v_item] and v_on_sale[k] and (v_access[k] is null or v_access[k] = p_access[v_slot]) then
          v_sum := v_sum + v_price[k] * p_item_quantity[v_item];
        else
          v_why := case
            when v_price[k] is null or (v_access[k] is not null and v_access[k] is distinct from p_access[v_slot]) then 'type_not_found'
            when not v_on_sale[k] then 'not_on_sale' else 'sold_out' end;
          v_blamed[v_slot] := k;
          v_own[v_slot] := v_has;
        end if;
      end if;
      v_item := v_item + 1;
    end loop;
    p := null;
    if v_why is null and p_promos[v_slot] is not null then
      p := array_position(v_promo_code, p_promos[v_slot]);
      v_uses := 0;
      if v_open is not null then
        v_uses := (select count(*) from orders o where o.id = v_open[v_slot] and o.promo_code_id = v_promo_id[p]);
      end if;
      v_why := case when p is null then 'promo_unknown' when not v_promo_is_now[p] then 'promo_not_now'
                    when v_promo_left[p] + v_uses <= 0 then 'promo_used_up' end;
      if v_why is null and v_promo_each[p] is not null then
        if v_promo_each[p] + v_uses <= (
          select count(*) from orders o where o.customer_id = p_customers[v_slot]
            and o.promo_code_id is not distinct from v_promo_id[p] and o.status in ('reserved', 'confirmed')
        ) then v_why := 'promo_used_by_you'; end if;
      end if;
      if v_why is null then
        v_off := discount_of(v_sum, v_promo_percent[p], v_promo_amount[p]);
        v_shares := split_cents(v_off, array(
          select v_price[p_item_type[j]] * p_item_quantity[j] from generate_series(v_first, v_item - 1) j order by j));
        v_sum := v_sum - v_off;
      end if;
    end if;
    if v_sum > 0 and v_why is null and not p_can_pay then v_why := 'no_payments'; end if;
    -- Nested, because an expression with a query in it is slow even when it is not evaluated.
    if v_hold_limit_reached is not null then
      if v_sum > 0 and v_why is null and p_customers[v_slot] = any (v_hold_limit_reached) then v_why := 'hold_limit_reached'; end if;
    end if;
    -- In an order with something to pay, free ticket types count too.
    if v_had_customers is not null and v_why is null then
      if exists (
        select from unnest(v_had_customers, v_had_types, v_had) x(customer, had_type, had)
          join generate_series(v_first, v_item - 1) j on x.had_type = p_types[p_item_type[j]]
        where x.customer = p_customers[v_slot] and x.had + p_item_quantity[j] > 10 and (v_sum = 0 or v_price[p_item_type[j]] = 0)
      ) then v_why := 'free_limit_reached'; end if;
    end if;
    if v_open is not null and v_why is null then
      if v_open[v_slot] is not null and exists (
        select from payments y where y.order_id = v_open[v_slot] and y.status = 'started' and y.processing_since is not null
      ) then v_why := 'open_order_paying'; end if;
    end if;
    if v_networks is not null and v_why is null and (v_sum > 0 or p_customers[v_slot] = any (v_unverified)) then
      w := array_position(v_networks, p_networks[v_slot]);
      v_more := (select sum(p_item_quantity[j]) from generate_series(v_first, v_item - 1) j) - coalesce((
        select sum(i.quantity) from order_items i where i.order_id = v_open[v_slot]), 0);
      if w is not null and v_more > 0 and v_network_held[w] + v_more > v_network_most then
        v_why := case when v_sum > 0 then 'network_full' else 'email_unverified' end;
      elsif w is not null then
        v_network_held[w] := v_network_held[w] + v_more;
      end if;
    end if;
    if v_why is null then
      v_take[v_slot] := true;
      if v_open is not null and v_open[v_slot] is not null then
        v_replaced := v_replaced || v_open[v_slot];
        for v_type in select i.ticket_type_id, i.quantity from order_items i where i.order_id = v_open[v_slot] loop
          k := array_position(p_types, v_type.ticket_type_id);
          -- Released tickets go to the waitlist.
          if k is not null and not v_is_waited_for[k] then v_free[k] := v_free[k] + v_type.quantity; end if;
        end loop;
      end if;
      v_subtotal[v_slot] := v_sum;
      for j in v_first .. v_item - 1 loop
        k := p_item_type[j];
        q := p_item_quantity[j];
        v_free[k] := case when v_is_waited_for[k] then 0 else v_free[k] - q end;
        if v_sum = 0 then v_sold[k] := v_sold[k] + q; else v_held[k] := v_held[k] + q; end if;
      end loop;
      if p is not null then
        v_order_promo[v_slot] := v_promo_id[p];
        v_promo_left[p] := v_promo_left[p] - 1 + v_uses;
        v_promo_used[p] := v_promo_used[p] + 1;
        for j in v_first .. v_item - 1 loop v_discount[j] := v_shares[j - v_first + 1]; end loop;
      end if;
      if v_added is not null and v_sum > 0 then
        v_tax[v_slot] := added_tax(v_sum, v_tax_mode, v_tax_ppm);
        v_shares := split_cents(v_tax[v_slot], array(
          select v_price[p_item_type[j]] * p_item_quantity[j] - coalesce(v_discount[j], 0)
          from generate_series(v_first, v_item - 1) j order by j));
        for j in v_first .. v_item - 1 loop v_added[j] := v_shares[j - v_first + 1]; end loop;
      end if;
      if v_sum = 0 then v_free_orders := v_free_orders || p_orders[v_slot]; end if;
    else
      v_fault[v_slot] := v_why;
    end if;
  end loop;

  -- Before the new orders: the table allows one open order per customer and event.
  if v_replaced <> '{}' then
    perform release_orders(array(select o.id from orders o where o.id = any (v_replaced) and o.expires_at > v_now), 'cancelled', null);
    perform release_orders(array(select o.id from orders o where o.id = any (v_replaced) and o.expires_at <= v_now and o.status = 'reserved'),
                           'expired', null);
  end if;
  if true = any (v_take) then
    return query
      with made as (
        insert into orders (id, order_number, customer_id, event_id, client_key, status, buyer_name, buyer_email, subtotal_cents,
                            fee_basis_points, fee_cents, currency, tax_mode, tax_ppm, added_tax_cents, fee_tax_ppm, expires_at, created_at,
                            confirmed_at, promo_code_id, source, network)
        select x.id, order_number_of(x.number, v_now), x.customer, p_event, x.key, case when x.subtotal = 0 then 'confirmed' else 'reserved' end, x.name,
               x.email, x.subtotal, p_fee_points, (x.subtotal::bigint * p_fee_points + 5000) / 10000,
               v_currency, v_tax_mode, v_tax_ppm, x.tax, p_fee_tax, v_now + p_hold, v_now,
               case when x.subtotal = 0 then v_now end, x.promo, x.source, case when x.subtotal > 0 or x.customer = any (v_unverified) then x.network end
        from (
          select x.*, nextval('order_numbers') as number
          from unnest(p_orders, p_customers, p_keys, p_names, p_emails, v_take, v_subtotal, v_tax, v_order_promo, p_sources, p_networks)
            x(id, customer, key, name, email, take, subtotal, tax, promo, source, network)
          where x.take
          offset 0
        ) x
        returning orders.id, orders.order_number, orders.status, orders.subtotal_cents, orders.added_tax_cents, orders.fee_cents, orders.expires_at
      )
      select null::integer, 'reserved'::text, made.id, made.order_number, made.status, made.subtotal_cents, made.added_tax_cents,
             made.fee_cents, made.expires_at, v_now, null::integer, null::text, null::integer, null::text
      from made;
    insert into order_items (order_id, ticket_type_id, quantity, unit_cents, discount_cents, added_tax_cents)
      select p_orders[x.o], p_types[x.t], x.q, v_price[x.t], coalesce(x.d, 0), coalesce(x.a, 0)
      from unnest(p_item_order, p_item_type, p_item_quantity, v_discount, v_added) x(o, t, q, d, a) where v_take[x.o];
    -- Orders that are confirmed here are free, so revenue doesn't change.
    update ticket_types t set quantity_held = t.quantity_held + x.held, quantity_sold = t.quantity_sold + x.sold
      from unnest(p_types, v_held, v_sold) x(id, held, sold) where t.id = x.id and x.held + x.sold > 0;
    if v_promo_id <> '{}' then
      update promo_codes c set used = c.used + x.used
        from unnest(v_promo_id, v_promo_used) x(id, used) where c.id = x.id and x.used > 0;
    end if;
    if v_free_orders <> '{}' then
      perform issue_tickets(v_free_orders);
      insert into order_outbox (order_id, kind) select x, 'confirmed' from unnest(v_free_orders) x;
    end if;
  end if;

  if false = any (v_take) then
    return query
      select x.n::integer, x.fault, o.id, o.order_number, o.status, o.subtotal_cents, o.added_tax_cents, o.fee_cents, o.expires_at, v_now,
             x.blamed, v_name[x.blamed], v_free[x.blamed] + x.own,
             case when o.id is not null then o.event_id || ' ' || (
               select string_agg(i.ticket_type_id || ':' || i.quantity, ' ' order by i.ticket_type_id)
               from order_items i where i.order_id = o.id)
               || coalesce((select ' ' || c.code from promo_codes c where c.id = o.promo_code_id), '') end
      from unnest(v_fault, v_existing, v_blamed, v_own) with ordinality x(fault, existing, blamed, own, n)
        left join orders o on o.id = x.existing
      where x.fault is not null;
  end if;
end $$;
-- functions/revoke_calendar_feeds
-- When an account is taken over, revokes its calendar address, which the creator may still have.
create or replace function revoke_calendar_feeds() returns trigger language plpgsql as $$
begin
  update calendar_feeds set version = version + 1, revoked_at = new.taken_over_at where user_id = new.id;
  return null;
end $$;
-- functions/sale_source
-- The source of an order in event_traffic.
create or replace function sale_source(p_source text, p_is_offer boolean, p_is_comp boolean)
returns text language sql immutable parallel safe as $$
  select case when p_is_comp then 'given' when p_is_offer then 'waitlist' else coalesce(p_source, 'unknown') end
$$;
-- functions/set_event_search_names
create or replace function set_event_search_names() returns trigger language plpgsql as $$
begin
  new.search_names := event_search_names(new.id, new.organizer_id);
  return new;
end $$;
-- functions/set_invitation_path
-- Plans are pinned to indexes: a plan made while the tree was empty would read the whole tree for each member of an
-- import.
create or replace function set_invitation_path() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  new.path := coalesce((select path from invitation_tree where id = new.parent_id), '{}') || new.place;
  return new;
end $$;
-- functions/set_review_side
create or replace function set_review_side() returns trigger language plpgsql as $$
begin
  new.is_of_dj := exists (select from bookings b where b.id = new.booking_id and b.dj_id = new.subject_id);
  return new;
end $$;
-- functions/settle_payments
-- Settles payments by the provider's references: confirms the order, or refunds payments that arrived too late, twice
-- or in the wrong amount. A late payment still confirms the order if the tickets, the promo code and the event are
-- available and no one is waiting. The outcome `booking` leaves the payment of a booking to settle-booking-payment.ts.
create or replace function settle_payments(p_provider text, p_references text[], p_amounts integer[])
returns table (slot integer, outcome text, order_id uuid) language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off
set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  v_now timestamptz;
  v_orders uuid[]; v_types uuid[]; v_free integer[];
  v_held_change integer[]; v_sold_change integer[]; v_revenue_change bigint[];
  -- Codes of expired orders, whose use was already released.
  v_late_promos uuid[];
  v_promos uuid[] := '{}'; v_promo_left integer[] := '{}'; v_promo_used integer[] := '{}'; v_promo record;
  v_offers uuid[] := '{}'; v_confirmed uuid[] := '{}'; v_approved uuid[] := '{}';
  v_returned uuid[] := '{}'; v_returned_cents integer[] := '{}'; v_returned_reason text[] := '{}'; v_returned_orders uuid[] := '{}';
  v_pays record;
  v_late_reason text;
  k integer; p integer;
begin
  -- Each reference is looked up separately, here and below: a join planned while payments were few would read all of
  -- them.
  v_orders := array_remove(array(
    select (select p.order_id from payments p where p.provider = p_provider and p.provider_reference = x)
    from unnest(p_references) x
  ), null);
  select array_agg(o.promo_code_id) filter (where o.status = 'expired' and o.promo_code_id is not null) into v_late_promos from (
    select o.status, o.promo_code_id from orders o where o.id = any (v_orders) order by o.id for no key update
  ) o;
  select array_agg(t.id), array_agg(t.free) into v_types, v_free from (
    select t.id, case when t.waiting > 0 then 0 else t.quantity_total - t.quantity_sold - t.quantity_held end as free
    from ticket_types t
    where t.id = any (array(select i.ticket_type_id from order_items i where i.order_id = any (v_orders)))
    order by t.id for no key update
  ) t;
  if v_late_promos is not null then
    for v_promo in
      select c.id, c.use_limit - c.used as left_over from promo_codes c
      where c.id = any (v_late_promos) order by c.id for no key update
    loop
      v_promos := v_promos || v_promo.id;
      v_promo_left := v_promo_left || v_promo.left_over;
      v_promo_used := v_promo_used || 0;
    end loop;
  end if;
  v_now := clock_timestamp();
  v_held_change := array_fill(0, array[coalesce(cardinality(v_types), 0)]);
  v_sold_change := v_held_change;
  v_revenue_change := v_held_change;

  -- A separate statement after the locks sees the changes of earlier lock holders.
  for v_pays in
    select x.n::integer as slot, x.paid_cents, p.id, p.status, p.order_id, o.status as order_status, o.event_id, o.promo_code_id, o.is_offer,
           x.paid_cents = p.amount_cents and x.paid_cents = o.total_cents as is_amount_right, i.types, i.quantities, i.cents
    from unnest(p_references, p_amounts) with ordinality x(reference, paid_cents, n)
      left join lateral (
        select p.* from payments p where p.provider = p_provider and p.provider_reference = x.reference offset 0
      ) p on true
      left join lateral (select o.* from orders o where o.id = p.order_id offset 0) o on true
      left join lateral (
        select array_agg(array_position(v_types, i.ticket_type_id)) as types, array_agg(i.quantity) as quantities,
               array_agg(i.amount_cents) as cents
        from order_items i where i.order_id = o.id
      ) i on true
    order by x.n
  loop
    slot := v_pays.slot;
    order_id := v_pays.order_id;
    if v_pays.id is null then
      outcome := 'unknown';
    elsif v_pays.status in ('approved', 'returned') then
      outcome := 'settled';
    elsif v_pays.order_id is null then
      outcome := 'booking';
    else
      v_late_reason := null;
      p := null;
      if v_pays.order_status = 'expired' then
        if v_pays.promo_code_id is not null then
          p := array_position(v_promos, v_pays.promo_code_id);
          if v_promo_left[p] <= 0 then v_late_reason := 'promo_code_used_up'; end if;
        end if;
        for j in 1 .. cardinality(v_pays.types) loop
          if v_free[v_pays.types[j]] < v_pays.quantities[j] then
            v_late_reason := 'sold_out';
          end if;
        end loop;
        if not exists (
          select from events e where e.id = v_pays.event_id and e.event_status = 'published' and coalesce(e.ends_at, e.event_date) > v_now
        ) then
          v_late_reason := 'off_sale';
        end if;
      end if;
      if v_pays.is_amount_right and v_late_reason is null and v_pays.order_status in ('reserved', 'expired')
         and not v_pays.order_id = any (v_confirmed) then
        outcome := 'confirmed';
        v_confirmed := v_confirmed || v_pays.order_id;
        v_approved := v_approved || v_pays.id;
        if v_pays.is_offer then v_offers := v_offers || v_pays.order_id; end if;
        if p is not null then
          v_promo_left[p] := v_promo_left[p] - 1;
          v_promo_used[p] := v_promo_used[p] + 1;
        end if;
        for j in 1 .. cardinality(v_pays.types) loop
          k := v_pays.types[j];
          v_sold_change[k] := v_sold_change[k] + v_pays.quantities[j];
          v_revenue_change[k] := v_revenue_change[k] + v_pays.cents[j];
          if v_pays.order_status = 'reserved' then
            v_held_change[k] := v_held_change[k] - v_pays.quantities[j];
          else
            v_free[k] := v_free[k] - v_pays.quantities[j];
          end if;
        end loop;
      else
        outcome := 'returned';
        v_returned := v_returned || v_pays.id;
        v_returned_cents := v_returned_cents || v_pays.paid_cents;
        v_returned_reason := v_returned_reason || v_late_reason;
        if v_pays.order_status in ('expired', 'cancelled') then
          v_returned_orders := v_returned_orders || v_pays.order_id;
        end if;
      end if;
    end if;
    return next;
  end loop;

  if v_confirmed <> '{}' then
    update orders set status = 'confirmed', confirmed_at = v_now, ended_at = null where id = any (v_confirmed);
    update ticket_types t set quantity_held = t.quantity_held + x.held, quantity_sold = t.quantity_sold + x.sold,
                              revenue_cents = t.revenue_cents + x.revenue
      from unnest(v_types, v_held_change, v_sold_change, v_revenue_change) x(id, held, sold, revenue) where t.id = x.id and x.sold > 0;
    if v_promos <> '{}' then
      update promo_codes c set used = c.used + x.used from unnest(v_promos, v_promo_used) x(id, used) where c.id = x.id and x.used > 0;
    end if;
    if v_offers <> '{}' then perform close_offers(v_offers, 'bought'); end if;
    update payments set status = 'approved', settled_at = v_now, processing_since = null, decline_reason = null, check_at = null
      where id = any (v_approved);
    perform issue_tickets(v_confirmed);
    insert into order_outbox (order_id, kind) select x, 'confirmed' from unnest(v_confirmed) x;
  end if;
  if v_returned <> '{}' then
    -- The refund is the amount that was actually paid.
    update payments p set status = 'returned', settled_at = v_now, processing_since = null, decline_reason = null,
                          amount_cents = x.cents, check_at = null
      from unnest(v_returned, v_returned_cents) x(id, cents) where p.id = x.id;
    insert into refunds (payment_id, amount_cents, reason)
      select p.id, p.amount_cents, case o.status
          when 'expired' then coalesce(x.reason, 'amount_differs')
          when 'cancelled' then 'order_cancelled'
          when 'reserved' then 'amount_differs'
          else 'already_paid'
        end
      from unnest(v_returned, v_returned_reason) x(id, reason) join payments p on p.id = x.id join orders o on o.id = p.order_id;
    update orders set status = 'refunded', ended_at = v_now
      where id = any (v_returned_orders) and not id = any (v_confirmed) and status in ('expired', 'cancelled');
    insert into order_outbox (order_id, kind)
      select distinct p.order_id, 'refunded' from payments p where p.id = any (v_returned) on conflict do nothing;
  end if;
end $$;
-- functions/short_ngrams
-- Every one and two consecutive letters of a text, for words that are too short for a trigram.
create or replace function short_ngrams(searched text) returns text[] language sql immutable strict parallel safe as $$
  select coalesce(array_agg(distinct part), '{}') from (
    select substr(searched, at, long) as part
    from generate_series(1, length(searched)) at, generate_series(1, 2) long
  ) parts where part not like '% %'
$$;
-- functions/split_cents
-- Splits cents over lines by their weights. The largest remainders get the remaining cents, the earlier line first. The same as
-- lib/split-cents.ts.
create or replace function split_cents(p_cents integer, p_weights integer[]) returns integer[] language sql immutable parallel safe as $$
  select array_agg((s.share + case when s.place <= p_cents - s.given then 1 else 0 end)::integer order by s.n)
  from (
    select x.n, x.share, sum(x.share) over () as given, row_number() over (order by x.remainder desc, x.n) as place
    from (
      select w.n, coalesce(p_cents::bigint * w.weight / nullif(t.total, 0), 0) as share,
             coalesce(p_cents::bigint * w.weight % nullif(t.total, 0), 0) as remainder
      from unnest(p_weights) with ordinality w(weight, n), (select sum(y)::bigint as total from unnest(p_weights) y) t
    ) x
  ) s
$$;
-- functions/suspended_people
create or replace function suspended_people() returns uuid[] language sql stable parallel safe as $$
  select array(select id from accounts where suspended_until > now())
$$;
-- functions/ticket_number_of
-- Ticket numbers for people, in an order that can't be guessed: multiplying by an odd number that is not divisible by five, modulo
-- 2^16 * 10^5, gives every value once.
create or replace function ticket_number_of(n bigint) returns text language sql immutable parallel safe as $$
  select 'TK-' || lpad(upper(to_hex((n * 2654435761) % 6553600000 / 100000)), 4, '0')
    || '-' || lpad(((n * 2654435761) % 6553600000 % 100000)::text, 5, '0')
$$;
-- functions/transfer_deposit
-- Transfers a deposit to the DJ as soon as its payment is settled.
create or replace function transfer_deposit() returns trigger language plpgsql as $$
begin
  insert into transfers (event_id, booking_id, payee_id, reason, amount_cents, currency)
    select e.id, b.id, b.dj_id, 'deposit', new.amount_cents, e.currency from bookings b, events e
    where b.id = new.booking_id and e.id = new.event_id;
  return null;
end $$;
-- schema/extensions
-- Text search by parts of words, and btree types in GiST and GIN indexes.
create extension if not exists pg_trgm;
create extension if not exists btree_gist;
create extension if not exists btree_gin;
-- schema/accounts
-- An account signs in; a profile is what others see. Both have the same id and are created in one transaction.
create table accounts (
  id uuid primary key default new_id(),
  email text check (email = lower(btrim(email)) and length(email) between 3 and 254),
  email_verified_at timestamptz,
  phone text unique check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  phone_verified_at timestamptz,
  password_hash text,
  password_changed_at timestamptz,
  -- Maintained by the trigger of auth_factors. An account with a verified factor needs a session of level aal2.
  has_second_factor boolean not null default false,
  -- A new email that needs confirmation from both addresses, and which of the two has confirmed it.
  new_email text check (new_email = lower(btrim(new_email)) and length(new_email) between 3 and 254),
  new_email_confirmed_by text check (new_email_confirmed_by in ('current', 'new')),
  new_phone text check (new_phone ~ '^\+[1-9][0-9]{6,14}$'),
  suspended_until timestamptz,
  -- Shown to the suspended person when they sign in.
  suspended_reason text check (length(suspended_reason) <= 500),
  -- When the person who verified the email took over an account that another person had created with it.
  taken_over_at timestamptz,
  -- When the account lost an unverified email or phone to the person who verified it. It keeps existing, because it may hold tickets.
  claim_removed_at timestamptz,
  -- When the owner ended all sessions, or all others. Links issued earlier are invalid.
  ended_everywhere_at timestamptz,
  user_metadata jsonb not null default '{}',
  -- Written by the operator's programs (GoTrue's app_metadata). Every access token contains it, so it stays small.
  app_metadata jsonb not null default '{}' check (jsonb_typeof(app_metadata) = 'object'),
  last_signed_in_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint accounts_reachable check (email is not null or phone is not null or claim_removed_at is not null),
  constraint accounts_email_verified check (email is not null or email_verified_at is null),
  constraint accounts_phone_verified check (phone is not null or phone_verified_at is null),
  constraint accounts_suspended_reason_belongs check (suspended_reason is null or suspended_until is not null)
);
create unique index accounts_email_unique on accounts (email);
-- Few accounts are suspended: lists read them once and exclude them.
create index accounts_suspended on accounts (suspended_until) where suspended_until is not null;
create index accounts_new_email on accounts (new_email) where new_email is not null;
create index accounts_new_phone on accounts (new_phone) where new_phone is not null;
create trigger accounts_email_follows after update of email on accounts
  for each row when (old.email is distinct from new.email) execute function copy_account_email();
create trigger accounts_taken_over after update of taken_over_at on accounts
  for each row when (new.taken_over_at is distinct from old.taken_over_at) execute function revoke_calendar_feeds();
create trigger accounts_ended_everywhere after update of ended_everywhere_at on accounts
  for each row when (new.ended_everywhere_at is distinct from old.ended_everywhere_at) execute function end_calendar();
-- schema/sessions
create table sessions (
  id uuid primary key default new_id(),
  user_id uuid not null references accounts on delete cascade,
  assurance text not null default 'aal1' check (assurance in ('aal1', 'aal2')),
  -- How the person signed in: [{"method": "password", "timestamp": 1700000000}], RFC 8176 as GoTrue spells it.
  amr jsonb not null default '[{"method": "password", "timestamp": 0}]',
  -- The refresh token is the id, this counter and a signature. The token itself is not stored.
  refresh_counter integer not null default 0 check (refresh_counter >= 0),
  -- When the newest ten refresh tokens before the current one were retired, the newest last.
  retired_at timestamptz[] not null default '{}',
  ip text,
  user_agent text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_user on sessions (user_id) where ended_at is null;
-- Earlier sessions of a person, also ended ones.
create index sessions_owner on sessions (user_id, last_seen_at);

-- A browser that skips two-step verification for thirty days.
create table trusted_browsers (
  token_hash bytea primary key,
  user_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index trusted_browsers_user on trusted_browsers (user_id);

-- Browsers in which a person has signed in. The cookie holds one token for each person who uses the browser.
create table known_devices (
  token_hash bytea primary key,
  user_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null
);
create index known_devices_user on known_devices (user_id);
create index known_devices_unused on known_devices (last_used_at);

-- ES256 keys. The private half is sealed with a key derived from SECRET. The newest one with `signs_from` in the past signs.
create table signing_keys (
  id uuid primary key default new_id(),
  public_jwk jsonb not null,
  private_sealed bytea not null,
  created_at timestamptz not null default now(),
  signs_from timestamptz not null,
  verifies_until timestamptz
);

-- Tokens for the operator's programs, which may manage accounts.
create table service_tokens (
  id uuid primary key default new_id(),
  name text not null check (length(name) between 1 and 100),
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
-- schema/one-time-tokens
-- Links and codes sent by email or SMS. Only hashes are stored, and a token works once. The link and the six digits of
-- one email are two keys to the same token.
create table one_time_tokens (
  token_hash bytea primary key,
  code_hash bytea,
  -- Null while no account has this address. Using the token creates one.
  user_id uuid references accounts on delete cascade,
  purpose text not null check (purpose in (
    'verify_email', 'recover', 'sign_in', 'email_change_current', 'email_change_new', 'verify_phone', 'phone_sign_in', 'phone_change',
    'reauthenticate', 'invite')),
  -- The email or phone that the token verifies.
  sent_to text,
  payload jsonb not null default '{}',
  -- An app that requested the email exchanges the link for a session itself (PKCE).
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  attempts smallint not null default 0 check (attempts >= 0),
  -- Networks that requested a code to sign in, to set a password or for a phone. Each of them, the networks of the owner's earlier sessions ("home") and all others together
  -- ("elsewhere") have their own attempts ({"network": 2, "home": 1, "elsewhere": 5}), so that a stranger can't use up the owner's.
  -- Null for other emails, whose attempts count together.
  requested_from text[] check (cardinality(requested_from) between 1 and 5),
  tries jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint one_time_tokens_whose check (user_id is not null or sent_to is not null),
  constraint one_time_tokens_challenge check ((code_challenge is null) = (code_challenge_method is null))
);
create index one_time_tokens_user on one_time_tokens (user_id, purpose);
create index one_time_tokens_sent on one_time_tokens (sent_to, purpose);
-- schema/providers
-- Accounts at other providers that sign in here. Email, phone and password of the account itself are not listed.
create table identities (
  id uuid primary key default new_id(),
  user_id uuid not null references accounts on delete cascade,
  provider text not null check (length(provider) between 1 and 100),
  provider_id text not null check (length(provider_id) between 1 and 500),
  identity_data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_signed_in_at timestamptz,
  unique (provider, provider_id)
);
create index identities_user on identities (user_id);

-- A sign-in at a provider that has started. The state travels in the address and a second value in a cookie; both are stored as
-- hashes. The nonce and the verifier that the provider gets are derived from the state.
create table sign_in_flows (
  id uuid primary key default new_id(),
  state_hash bytea not null unique,
  browser_hash bytea,
  provider text not null,
  redirect_to text not null,
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  -- Set: the identity is linked to this account instead of starting a session.
  link_to uuid references accounts on delete cascade,
  payload jsonb not null default '{}',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((code_challenge is null) = (code_challenge_method is null))
);
create index sign_in_flows_expiry on sign_in_flows (expires_at);
create index sign_in_flows_link on sign_in_flows (link_to) where link_to is not null;

-- What an app exchanges for a session (grant_type=pkce). The exchange deletes the row.
create table auth_codes (
  code_hash bytea primary key,
  user_id uuid not null references accounts on delete cascade,
  code_challenge text not null,
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  amr_method text not null,
  -- Set: the session that continues, for a signed-in person who linked a provider. Otherwise the exchange starts a new one.
  session_id uuid references sessions on delete cascade,
  -- For an app that asked the provider for more than the identity. Sealed with a key derived from SECRET.
  provider_tokens_sealed bytea,
  expires_at timestamptz not null
);
create index auth_codes_expiry on auth_codes (expires_at);
create index auth_codes_user on auth_codes (user_id);
create index auth_codes_session on auth_codes (session_id) where session_id is not null;
-- schema/factors
create table auth_factors (
  id uuid primary key default new_id(),
  user_id uuid not null references accounts on delete cascade,
  kind text not null check (kind in ('totp', 'phone', 'webauthn')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  friendly_name text check (length(friendly_name) between 1 and 100),
  -- TOTP: sealed with a key derived from SECRET. The last used step is stored, so that a code works once.
  secret_sealed bytea,
  last_step bigint not null default 0,
  phone text check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  credential_id text unique,
  public_key bytea,
  sign_count bigint not null default 0,
  transports text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_challenged_at timestamptz,
  last_used_at timestamptz,
  check ((kind = 'totp') = (secret_sealed is not null)),
  check ((kind = 'phone') = (phone is not null)),
  check (status = 'unverified' or kind <> 'webauthn' or (credential_id is not null and public_key is not null))
);
create unique index auth_factors_name on auth_factors (user_id, friendly_name) where friendly_name is not null;
create index auth_factors_user on auth_factors (user_id);
create trigger auth_factors_counted after insert or delete or update of status on auth_factors
  for each row execute function copy_has_second_factor();

-- A passkey signs in without a password, and without two-step verification.
create table passkeys (
  id uuid primary key default new_id(),
  user_id uuid not null references accounts on delete cascade,
  friendly_name text not null check (length(friendly_name) between 1 and 100),
  credential_id text not null unique,
  public_key bytea not null,
  sign_count bigint not null default 0,
  transports text[] not null default '{}',
  is_backed_up boolean not null default false,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- A challenge is answered once. Without a user while a person signs in with a passkey.
create table auth_challenges (
  id uuid primary key default new_id(),
  purpose text not null check (purpose in ('factor', 'passkey_create', 'passkey_sign_in')),
  user_id uuid references accounts on delete cascade,
  factor_id uuid references auth_factors on delete cascade,
  -- Hash of the WebAuthn challenge, or of the code in the SMS.
  secret_hash bytea,
  attempts smallint not null default 0 check (attempts >= 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((purpose = 'factor') = (factor_id is not null)),
  check ((purpose = 'passkey_sign_in') = (user_id is null))
);
create index auth_challenges_factor on auth_challenges (factor_id);
create index auth_challenges_user on auth_challenges (user_id) where user_id is not null;
create index auth_challenges_expiry on auth_challenges (expires_at);

create table recovery_codes (
  code_hash bytea primary key,
  user_id uuid not null references accounts on delete cascade,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index recovery_codes_user on recovery_codes (user_id);
-- schema/security-events
-- Sign-ins, failed sign-ins and changes to an account, shown to its owner and to admins. `user_id` is null for failed sign-ins
-- with an address that has no account: they are counted by network only.
create table security_events (
  id uuid primary key default new_id(),
  user_id uuid references accounts on delete cascade,
  -- The admin who changed the account.
  actor_id uuid references accounts on delete set null,
  kind text not null,
  -- `at` is the latest repeat and `first_at` the earliest.
  at timestamptz not null,
  first_at timestamptz not null,
  count integer not null default 1 check (count > 0),
  -- No foreign key: sessions are deleted 30 days after they end.
  session_id uuid,
  ip text,
  -- ISO 3166, from the header of a proxy.
  country text check (country ~ '^[A-Z]{2}$'),
  device text,
  is_new_device boolean not null default false,
  answer text check (answer in ('me', 'not_me')),
  details jsonb not null default '{}'
);
create index security_events_of_user on security_events (user_id, at desc, id desc);
create index security_events_newest on security_events (at desc, id desc);
create index security_events_of_kind on security_events (kind, at desc, id desc);
create index security_events_of_network on security_events (ip, at desc) where ip is not null;
create index security_events_unknown on security_events (at desc) where user_id is null;
create index security_events_actor on security_events (actor_id) where actor_id is not null;
-- schema/api-keys
-- Keys with which a person's programs call /api/v1. The key itself is not stored.
create table api_keys (
  id uuid primary key default new_id(),
  user_id uuid not null references accounts on delete cascade,
  name text not null check (length(name) between 1 and 100),
  -- The start of the key, by which its owner recognizes it.
  prefix text not null,
  key_hash bytea not null unique,
  scopes text[] not null check (cardinality(scopes) > 0),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  -- Revoked keys stay, so that attempts with them are recorded for their owner.
  revoked_at timestamptz
);
create index api_keys_user on api_keys (user_id, created_at desc);
create trigger accounts_taken_over_without_keys after update of taken_over_at on accounts
  for each row when (new.taken_over_at is distinct from old.taken_over_at) execute function delete_api_keys();
-- schema/data-exports
-- A person's own data as a download. One per person: the next one replaces it.
create table data_exports (
  user_id uuid primary key references accounts on delete cascade,
  requested_at timestamptz not null default now(),
  ready_at timestamptz,
  expires_at timestamptz,
  -- Gzipped JSON, deleted when it expires. `bytes` is the size of the JSON.
  archive bytea,
  bytes bigint check (bytes >= 0),
  check ((ready_at is null) = (expires_at is null)),
  check (archive is null or ready_at is not null)
);
-- Already compressed, and read in slices.
alter table data_exports alter column archive set storage external;
create index data_exports_expiry on data_exports (expires_at) where archive is not null;
-- schema/profiles
create table profiles (
  id uuid primary key references accounts on delete cascade,
  full_name text not null check (length(btrim(full_name)) between 1 and 100),
  -- A copy of the account's email, written by a trigger of accounts.
  email text,
  dj_name text check (length(dj_name) <= 100),
  -- A copy from user_member_types, because every list reads it.
  is_dj boolean not null default false,
  -- Without the member type dj, a DJ name is stored but not shown.
  display_name text not null generated always as (
    case when is_dj and btrim(coalesce(dj_name, '')) <> '' then dj_name else full_name end) stored,
  bio text check (length(bio) <= 4000),
  -- Up to three genres. The first one is the specification's `genre`.
  genres text[] not null default '{}',
  genre text generated always as (genres[1]) stored,
  location text check (length(location) <= 120),
  timezone text check (length(timezone) between 1 and 64),
  phone text check (length(phone) <= 40),
  phone_visibility text not null default 'connections' check (phone_visibility in ('everyone', 'members', 'connections')),
  -- The email for bookings. The sign-in email is never shown.
  booking_email text check (booking_email = lower(btrim(booking_email)) and length(booking_email) between 3 and 254),
  booking_email_visibility text not null default 'connections' check (booking_email_visibility in ('everyone', 'members', 'connections')),
  price_range text check (length(price_range) <= 60),
  rate_cents integer check (rate_cents >= 0),
  deposit_percent smallint check (deposit_percent between 0 and 100),
  equipment text[] not null default '{}',
  availability_days smallint[] not null default '{}' check (availability_days <@ '{1,2,3,4,5,6,7}'),
  social_links jsonb not null default '[]',
  avatar_url text,
  is_verified boolean not null default false,
  is_public boolean not null default true,
  is_sample boolean not null default false,
  -- While set, the member's invitations can't be used. Their place in the invite tree stays.
  invitations_paused_at timestamptz,
  -- Collation C: LIKE compares bytes, several times faster than by a language.
  search_text text collate "C" not null generated always as (
    fold_text(full_name || ' ' || case when is_dj then coalesce(dj_name, '') else '' end || ' ' || coalesce(location, ''))) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint profiles_genres check (
    cardinality(genres) <= 3 and genres <@ array['Techno', 'House', 'Hard House', 'Progressive House', 'Deep House', 'Trance'])
);
create index profiles_created on profiles (created_at desc, id desc);
create index profiles_unverified on profiles (created_at desc, id desc) where not is_verified;
create index profiles_sample on profiles (id) where is_sample;
create index profiles_by_name on profiles ((lower(full_name) collate "C"), id);
create index profiles_by_email on profiles ((coalesce(email, '') collate "C"), id);
-- Covers Discover in its sort order with all columns its filters read, so that a common word is found by an index-only
-- scan.
create index profiles_djs_by_age on profiles (created_at, id) include (genres, search_text) where is_public and is_dj;
create index profiles_public_by_age on profiles (created_at, id) include (search_text) where is_public;
create index profiles_search on profiles using gin (search_text gin_trgm_ops) where is_public;
create index profiles_djs_search on profiles
  using gin (search_text gin_trgm_ops, genres, short_ngrams(search_text)) where is_public and is_dj;
create index profiles_account_search on profiles
  using gin (account_text(email, full_name, dj_name) gin_trgm_ops, short_ngrams(account_text(email, full_name, dj_name)));
create index profiles_names on profiles using gin (fold_text(full_name || ' ' || coalesce(dj_name, '')) gin_trgm_ops)
  with (fastupdate = off);
create trigger profiles_avatar_changes after update of avatar_url on profiles
  for each row when (old.avatar_url is distinct from new.avatar_url) execute function remove_avatar_files();
create trigger profiles_avatar_deleted after delete on profiles
  for each row when (old.avatar_url is not null) execute function remove_avatar_files();
create trigger profiles_left_the_tree after delete on profiles for each row execute function leave_invitation_tree();
create trigger profiles_renamed after update on profiles
  for each row when (old.display_name is distinct from new.display_name) execute function profile_name_changes_search_names();

create table user_roles (
  user_id uuid not null references profiles on delete cascade,
  role text not null check (role in ('admin', 'moderator', 'user', 'customer')),
  created_at timestamptz not null default now(),
  primary key (user_id, role)
);
create index user_roles_role on user_roles (role);
create constraint trigger user_roles_an_admin_stays after delete or update on user_roles
  for each row when (old.role = 'admin') execute function require_an_admin();
create trigger user_roles_planted after insert on user_roles
  for each row when (new.role in ('user', 'moderator', 'admin')) execute function insert_tree_member();

create table user_member_types (
  user_id uuid not null references profiles on delete cascade,
  member_type text not null check (member_type in ('dj', 'promoter', 'media', 'equipment_hire', 'venue', 'producer', 'agent')),
  created_at timestamptz not null default now(),
  primary key (user_id, member_type)
);
create index user_member_types_type on user_member_types (member_type, user_id);
create trigger member_types_dj_added after insert on user_member_types
  for each row when (new.member_type = 'dj') execute function copy_is_dj();
create trigger member_types_dj_removed after delete on user_member_types
  for each row when (old.member_type = 'dj') execute function copy_is_dj();
-- Rows are inserted and deleted but never updated, so that the two triggers above see every change.
create trigger member_types_not_updated before update on user_member_types for each row execute function refuse_change();

-- One row per viewer and day. A visitor without an account is a salted hash of the day.
create table profile_views (
  profile_id uuid not null references profiles on delete cascade,
  viewer text not null,
  viewed_on date not null,
  primary key (profile_id, viewed_on, viewer)
);
-- Deleting an account deletes its views of others. The hash of a visitor is shorter than an id.
create index profile_views_by_members on profile_views (viewer) where length(viewer) = 36;
create trigger profile_views_counted after insert on profile_views referencing new table as added
  for each statement execute function count_profile_views();

-- Totals of profile_views for the dashboard.
create table profile_view_days (
  profile_id uuid not null references profiles on delete cascade,
  viewed_on date not null,
  views integer not null check (views > 0),
  primary key (profile_id, viewed_on)
);
-- schema/media-removals
-- Sets of uploaded files that no page shows. An upload inserts its set before it writes the first file, and deletes the row in the
-- transaction that shows the picture. A job deletes the files of rows that are due.
create table media_removals (
  set_key text primary key check (set_key ~ '^[a-z]{1,20}/[A-Za-z0-9_-]{22}$'),
  due_at timestamptz not null default now()
);
-- schema/settings
create table settings (
  key text primary key,
  value jsonb not null,
  -- A save that was based on another version is refused.
  version integer not null default 1 check (version > 0),
  updated_by uuid references profiles on delete set null,
  updated_at timestamptz not null default now()
);
-- schema/invitations
create table invitations (
  id uuid primary key default new_id(),
  code text not null unique check (code ~ '^[A-Z0-9]{8}$'),
  status text not null default 'pending' check (status in ('pending', 'used', 'expired', 'revoked')),
  created_by uuid references profiles on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  used_by uuid references profiles on delete set null,
  used_at timestamptz,
  -- Shown to another admin who revokes the same code.
  revoked_by uuid references profiles on delete set null,
  revoked_at timestamptz,
  note text check (length(note) <= 200),
  sent_to text,
  is_sample boolean not null default false,
  search_text text collate "C" not null generated always as (fold_text(coalesce(note, '') || ' ' || coalesce(sent_to, ''))) stored,
  -- A code works once. `used_by` becomes null when that account is deleted; `used_at` stays.
  constraint invitations_used_once check ((status = 'used') = (used_at is not null)),
  constraint invitations_used_by_only_when_used check (used_by is null or status = 'used'),
  constraint invitations_revoked_only check (revoked_at is null or status = 'revoked'),
  constraint invitations_revoked_by_only check (revoked_by is null or revoked_at is not null)
);
create unique index invitations_one_per_person on invitations (used_by) where used_by is not null;
create index invitations_expiry on invitations (expires_at) where status = 'pending';
create index invitations_revoker on invitations (revoked_by) where revoked_by is not null;
-- One index for each filter of the admin's list, in the order of the list.
create index invitations_created on invitations (created_at desc, id desc);
create index invitations_status_created on invitations (status, created_at desc, id desc);
create index invitations_creator_created on invitations (created_by, created_at desc, id desc);
create index invitations_open_of on invitations (created_by) include (expires_at) where status = 'pending';
create index invitations_code_begins on invitations (code collate "C");
create index invitations_search on invitations using gin (search_text gin_trgm_ops) where search_text <> ' ';
create trigger invitations_transition before update of status on invitations
  for each row when (old.status is distinct from new.status) execute function check_invitation_transition();
create trigger invitations_place_given after insert on invitations
  for each row when (new.used_by is not null) execute function place_invited_member();
create trigger invitations_place_taken after update of used_by on invitations
  for each row when (new.used_by is not null and old.used_by is distinct from new.used_by) execute function place_invited_member();

create table invite_requests (
  id uuid primary key default new_id(),
  full_name text not null check (length(btrim(full_name)) between 1 and 100),
  email text not null check (email = lower(btrim(email))),
  occupation text not null check (length(occupation) <= 60),
  about text not null default '' check (length(about) <= 1000),
  links text not null default '' check (length(links) <= 1000),
  vouched_by text not null default '' check (length(vouched_by) <= 200),
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined')),
  invitation_id uuid references invitations on delete set null,
  answered_by uuid references profiles on delete set null,
  answered_at timestamptz,
  -- The reason given when declining.
  answer_message text check (length(answer_message) <= 500),
  is_sample boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index invite_requests_one_pending on invite_requests (email) where status = 'pending';
create index invite_requests_waiting on invite_requests (created_at, id) where status = 'pending';
create index invite_requests_answered on invite_requests (answered_at desc, id desc) where status <> 'pending';

-- Who invited whom: one row per member. It stays without a name when the account is deleted, with the invited members below it.
-- `path` lists the places from the root down, so a branch is one range of an index: counting or pausing 100,000 members scans their rows
-- without recursion. Members join at the ends of the tree and don't move. A table of all pairs would need ten times the rows.
create table invitation_tree (
  id uuid primary key,
  place integer generated always as identity unique,
  parent_id uuid references invitation_tree,
  path integer[] not null default '{}',
  joined_at timestamptz not null,
  -- When the account was deleted.
  left_at timestamptz,
  -- How many members ever joined below this one, deleted ones included. Deleted ones are few and are counted when they are read, so that
  -- deleting an account doesn't wait for members who are joining.
  reached integer not null default 0 check (reached >= 0),
  constraint invitation_tree_path_ends_here check (path[cardinality(path)] = place),
  constraint invitation_tree_root_is_short check ((parent_id is null) = (cardinality(path) = 1))
);
create index invitation_tree_children on invitation_tree (parent_id, joined_at, id);
-- An index entry has room for about 670 levels. Deeper members are found by their first 500.
create index invitation_tree_branch on invitation_tree ((path[1:500]));
create index invitation_tree_left on invitation_tree ((path[1:500])) where left_at is not null;
create trigger invitation_tree_path_made before insert on invitation_tree for each row execute function set_invitation_path();
-- schema/notifications
-- The text is generated on read, so that it reflects renamed or deleted people.
create table notifications (
  id uuid primary key default new_id(),
  user_id uuid not null references profiles on delete cascade,
  kind text not null check (length(kind) between 1 and 40),
  -- Null: no person caused it.
  actor_id uuid references profiles on delete cascade,
  -- The row it is about, in the table that `kind` implies.
  subject_id uuid,
  facts jsonb not null default '{}',
  created_at timestamptz not null default now(),
  -- Opening the list marks a request as read. Only an answer, or its expiry, settles it.
  read_at timestamptz,
  settled_at timestamptz,
  -- Set before the email is sent, so that a notification is emailed at most once.
  emailed_at timestamptz
);
create index notifications_user on notifications (user_id, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_actor on notifications (actor_id) where actor_id is not null;
create index notifications_subject on notifications (subject_id, user_id) where subject_id is not null;
-- A job deletes old read notifications.
create index notifications_read on notifications (read_at) where read_at is not null;

-- Without a row, emails of the topic are on.
create table email_preferences (
  user_id uuid not null references profiles on delete cascade,
  topic text not null check (length(topic) between 1 and 40),
  wants_email boolean not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, topic)
);
-- schema/payees
-- The payout account of a person, which settled shares of events are transferred to. Deleted with the person, and when they
-- disconnect it. The payment provider has their identity and bank details; the columns below are what it last reported.
create table payees (
  user_id uuid primary key references profiles on delete cascade,
  -- Names the account to the provider, so that creating it twice creates one account.
  creation_key uuid not null unique default new_id(),
  provider text not null check (provider in ('sandbox', 'stripe')),
  -- Null until the provider has created the account.
  account_id text collate "C" unique check (length(account_id) between 1 and 100),
  status text not null default 'in_progress' check (status in ('in_progress', 'connected', 'restricted')),
  bank_name text,
  bank_last4 text check (bank_last4 ~ '^[0-9A-Za-z]{1,4}$'),
  country text check (country ~ '^[A-Z]{2}$'),
  currency text check (currency ~ '^[A-Z]{3}$'),
  -- What the provider needs: [{"code": "external_account", "dueAt": null}]. Codes are the provider's, and never shown.
  requirements jsonb not null default '[]' check (jsonb_typeof(requirements) = 'array'),
  checked_at timestamptz,
  -- When the account was first complete.
  connected_at timestamptz,
  created_at timestamptz not null default now(),
  constraint payees_created check (status = 'in_progress' or account_id is not null),
  constraint payees_connected check (status <> 'connected' or connected_at is not null)
);

-- The state that a person chose on the sandbox's page. Without a row, they have not opened it.
create table sandbox_payees (
  account_id text collate "C" primary key references payees (account_id) on delete cascade,
  setup text not null check (setup in ('complete', 'unfinished', 'tax_number_needed')),
  chosen_at timestamptz not null
);
-- schema/network
create table connections (
  id uuid primary key default new_id(),
  user_id uuid not null references profiles on delete cascade,
  connected_user_id uuid not null references profiles on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'accepted', 'declined')),
  note text check (length(note) <= 300),
  created_at timestamptz not null default now(),
  answered_at timestamptz,
  check (user_id <> connected_user_id),
  constraint connections_answered check ((status = 'pending') = (answered_at is null))
);
-- One row for a pair of people, whichever of them asked first.
create unique index connections_pair on connections (least(user_id, connected_user_id), greatest(user_id, connected_user_id));
create index connections_user on connections (user_id, status);
create index connections_connected on connections (connected_user_id, status);
create trigger connections_transition before update of status on connections
  for each row when (old.status is distinct from new.status) execute function check_connection_transition();

-- Neither person can find the other.
create table blocks (
  blocker_id uuid not null references profiles on delete cascade,
  blocked_id uuid not null references profiles on delete cascade,
  created_at timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_blocked on blocks (blocked_id);
-- schema/events
-- The same table of changes as features/events/rules/event-status.ts. A test compares the two.
create table event_transitions (
  from_status text not null,
  to_status text not null,
  primary key (from_status, to_status)
);
insert into event_transitions (from_status, to_status) values
  ('draft', 'published'), ('published', 'draft'), ('published', 'postponed'), ('published', 'cancelled'),
  ('postponed', 'published'), ('postponed', 'cancelled');

create table events (
  id uuid primary key default new_id(),
  organizer_id uuid references profiles on delete set null,
  -- The host: the first headliner with an account.
  dj_id uuid references profiles on delete set null,
  title text not null check (length(btrim(title)) between 1 and 120),
  description text not null default '' check (length(description) <= 10000),
  event_type text not null check (event_type in ('club_night', 'warehouse', 'festival', 'day_party', 'live_set', 'residency')),
  event_date timestamptz not null,
  doors_at timestamptz,
  ends_at timestamptz,
  timezone text not null default 'UTC',
  -- Public lists sort by the local day of the event, then by time, so that days of distant cities don't mix.
  local_day date not null generated always as ((event_date at time zone timezone)::date) stored,
  location text not null check (length(location) <= 120),
  venue_name text not null check (length(venue_name) <= 120),
  venue_address text not null default '' check (length(venue_address) <= 300),
  capacity integer check (capacity > 0),
  age_restriction smallint check (age_restriction between 0 and 99),
  featured_image_url text,
  -- ISO 4217. Amounts named cents are in its smallest unit. The keys of orders and bookings include it, so that it is final once
  -- there is one.
  currency text not null default 'USD'
    check (currency in ('USD', 'EUR', 'GBP', 'CHF', 'SEK', 'DKK', 'NOK', 'PLN', 'CZK', 'CAD', 'AUD', 'JPY')),
  -- Whether ticket prices have no tax, include it, or have it added, and its rate in millionths: 190000 are 19%. The key of orders
  -- includes both, so that they are final once there is one.
  tax_mode text not null default 'none' check (tax_mode in ('none', 'included', 'added')),
  tax_ppm integer not null default 0 check (tax_ppm between 0 and 1000000),
  ticket_price_cents integer check (ticket_price_cents >= 0),
  ticket_price numeric(12, 2) generated always as (ticket_price_cents / currency_unit(currency)) stored,
  tickets_available integer check (tickets_available >= 0),
  is_public boolean not null default true,
  -- Whether reserving tickets requires a CAPTCHA. Has no effect unless the operator has configured one.
  requires_captcha boolean not null default false,
  event_status text not null default 'draft' check (event_status in ('draft', 'published', 'postponed', 'cancelled')),
  published_at timestamptz,
  -- The reason for postponing or cancelling, shown to visitors.
  status_message text not null default '' check (length(status_message) <= 500),
  status_changed_at timestamptz,
  -- The date before the event was moved.
  moved_from timestamptz,
  -- Postponed without a new date; `event_date` is still the old one.
  is_date_open boolean not null default false,
  -- Until then, ticket holders can refund their tickets themselves.
  refundable_until timestamptz,
  -- Date and place of the last notification to ticket holders, and when they were notified on the last day, because
  -- these emails are limited.
  notified_state jsonb,
  holders_notified_at timestamptz[] not null default '{}',
  -- Each save increments it. A save based on another version is refused, with the name of the person who saved last.
  version integer not null default 1,
  saved_by uuid references profiles on delete set null,
  -- Generated by the browser that started the draft, so that a request sent twice creates one event.
  client_key uuid,
  is_sample boolean not null default false,
  -- Names of the line-up and of the organizer, written by triggers.
  search_names text not null default '',
  -- 600 characters of at most 4 bytes: an entry of events_search_by_day holds at most 2,704 bytes.
  search_text text collate "C" not null generated always as (
    left(fold_text(title || ' ' || location || ' ' || venue_name || ' ' || search_names), 600)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (id, currency),
  unique (id, currency, tax_mode, tax_ppm),
  constraint events_tax_has_rate check ((tax_mode = 'none') = (tax_ppm = 0)),
  check (ends_at is null or ends_at > event_date),
  -- Cursors need the microseconds since 1970, which JavaScript represents exactly in this range.
  constraint events_date_is_plausible check (event_date >= '2000-01-01 00:00Z' and event_date < '2200-01-01 00:00Z'),
  constraint events_date_open_when_postponed check (not is_date_open or event_status in ('postponed', 'cancelled'))
);
create index events_organizer on events (organizer_id, event_date desc);
create index events_dj on events (dj_id, event_date desc);
create index events_saved_by on events (saved_by);
create index events_sample on events (id) where is_sample;
create unique index events_client_key on events (organizer_id, client_key) where client_key is not null;
create index events_featured_image on events (featured_image_url) where featured_image_url is not null;
-- Recently cancelled events, for orders that were placed at that moment.
create index events_cancelled on events (status_changed_at) where event_status = 'cancelled';
-- Matches the order and the WHERE clause of the public list.
create index events_public_by_day on events (local_day, event_date, id) where is_public and event_status = 'published';
create index events_public_type_by_day on events (event_type, local_day, event_date, id) where is_public and event_status = 'published';
create index events_search_by_day on events (local_day, event_date, id) include (event_type, timezone, search_text)
  where is_public and event_status = 'published';
create index events_search on events using gin (search_text gin_trgm_ops) where is_public and event_status = 'published';
create trigger events_transition before update of event_status on events
  for each row when (old.event_status is distinct from new.event_status) execute function check_event_transition();
create trigger events_final_once_paid_out before update of event_date, ends_at, event_status on events for each row
  when ((old.event_date, old.ends_at, old.event_status) is distinct from (new.event_date, new.ends_at, new.event_status))
  execute function refuse_paid_out_event_change();
create trigger events_image_changes after update of featured_image_url on events
  for each row when (old.featured_image_url is distinct from new.featured_image_url) execute function remove_event_files();
create trigger events_image_deleted after delete on events
  for each row when (old.featured_image_url is not null) execute function remove_event_files();
create trigger events_search_names before insert or update of organizer_id on events for each row execute function set_event_search_names();

-- People who help the organizer. A manager sees everything except money; check-in staff see only the check-in.
create table event_people (
  event_id uuid not null references events on delete cascade,
  person_id uuid not null references profiles on delete cascade,
  relation text not null check (relation in ('manager', 'check_in')),
  added_by uuid references profiles on delete set null,
  created_at timestamptz not null default now(),
  primary key (event_id, person_id)
);
create index event_people_person on event_people (person_id, event_id);
create index event_people_added_by on event_people (added_by);

-- Views and sold tickets by day of the event's time zone and by source. Refunds are subtracted; one that is counted
-- before its sale makes `tickets` negative for a second.
create table event_traffic (
  event_id uuid not null references events on delete cascade,
  day date not null,
  source text not null check (source in ('list', 'home', 'chat', 'profile', 'direct', 'elsewhere', 'waitlist', 'given', 'unknown')),
  views integer not null default 0 check (views >= 0),
  tickets integer not null default 0,
  primary key (event_id, day, source)
);

-- The organizer asks to sell tickets without a payout account, and an admin decides. Counts for this event only.
create table payee_waivers (
  event_id uuid primary key references events on delete cascade,
  requested_at timestamptz not null default now(),
  requested_by uuid references profiles on delete set null,
  decided_at timestamptz,
  decided_by uuid references profiles on delete set null,
  is_granted boolean,
  reason text check (length(reason) between 1 and 500),
  constraint payee_waivers_decided check (
    (decided_at is null) = (is_granted is null) and (decided_at is null) = (reason is null))
);
create index payee_waivers_requested_by on payee_waivers (requested_by);
create index payee_waivers_decided_by on payee_waivers (decided_by);
create index payee_waivers_open on payee_waivers (requested_at) where decided_at is null;
-- schema/bookings
create sequence booking_numbers as integer;

-- A booking holds the current terms; each row of booking_steps stores the terms that it proposed.
create table bookings (
  id uuid primary key default new_id(),
  booking_number text not null default next_booking_number(),
  client_id uuid references profiles on delete set null,
  dj_id uuid references profiles on delete set null,
  event_id uuid,
  event_date timestamptz not null,
  ends_at timestamptz not null check (ends_at > event_date),
  timezone text not null default 'UTC',
  event_type text not null check (length(event_type) between 1 and 60),
  location text not null check (length(location) between 1 and 200),
  -- ISO 4217. The DJ is booked in it, and paid by an event that sells in it.
  currency text not null default 'USD'
    check (currency in ('USD', 'EUR', 'GBP', 'CHF', 'SEK', 'DKK', 'NOK', 'PLN', 'CZK', 'CAD', 'AUD', 'JPY')),
  fee_cents integer check (fee_cents >= 0),
  deposit_cents integer check (deposit_cents between 0 and fee_cents),
  -- How the DJ's amount is calculated from the fee and the net of the event.
  deal jsonb not null default '{"kind": "flat", "basisPoints": null, "costs": [], "isFeeGuaranteed": false,
    "cancellation": {"freeDays": 21, "halfFeeDays": 6}}' check (jsonb_typeof(deal) = 'object'),
  hospitality text not null default '' check (length(hospitality) <= 1000),
  technical text not null default '' check (length(technical) <= 1000),
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'completed', 'cancelled')),
  -- The number of booking_steps. An answer includes the number it was based on, so that no one accepts terms they have
  -- not seen.
  steps integer not null default 1 check (steps >= 1),
  -- Who has to answer while it is pending, and until when.
  awaiting_id uuid references profiles on delete set null,
  answer_by timestamptz,
  completed_at timestamptz,
  cancelled_by uuid references profiles on delete set null,
  cancel_reason text check (length(cancel_reason) <= 500),
  -- What the DJ gets of a cancelled booking by its terms, deposit included. Null: nothing was agreed.
  cancelled_cents integer check (cancelled_cents >= 0),
  -- A lower fee that one side suggests for a confirmed booking. The agreed fee applies until the other side accepts.
  proposed_fee_cents integer check (proposed_fee_cents >= 0),
  proposed_fee_by text check (proposed_fee_by in ('client', 'dj')),
  -- Generated by the browser, so that a request sent twice creates one booking.
  client_key uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint bookings_event_id_fkey foreign key (event_id, currency) references events (id, currency) on delete set null (event_id),
  constraint bookings_number unique (booking_number),
  -- Two confirmed sets of one DJ never overlap, even when both are confirmed simultaneously.
  constraint bookings_no_double_booking exclude using gist (dj_id with =, tstzrange(event_date, ends_at) with &&)
    where (status in ('confirmed', 'completed')),
  constraint bookings_proposed_fee check ((proposed_fee_cents is null) = (proposed_fee_by is null)),
  constraint bookings_two_people check (client_id <> dj_id),
  constraint bookings_answer check (status = 'pending' or awaiting_id is null and answer_by is null),
  constraint bookings_completed check ((status = 'completed') = (completed_at is not null))
);
create unique index bookings_client_key on bookings (client_id, client_key) where client_key is not null;
create index bookings_client on bookings (client_id, event_date desc);
create index bookings_dj on bookings (dj_id, event_date desc);
create index bookings_event on bookings (event_id) where event_id is not null;
create index bookings_awaiting on bookings (awaiting_id) where awaiting_id is not null;
create index bookings_cancelled_by on bookings (cancelled_by) where cancelled_by is not null;
create index bookings_to_expire on bookings (answer_by) where status = 'pending';
create index bookings_to_complete on bookings (ends_at) where status = 'confirmed';
create index bookings_completed_by_end on bookings (ends_at) where status = 'completed';
create index bookings_created on bookings (created_at desc, id desc);
create index bookings_status on bookings (status, created_at desc, id desc);
create index bookings_search on bookings
  using gin (fold_text(location || ' ' || event_type || ' ' || booking_number) gin_trgm_ops) with (fastupdate = off);
create trigger bookings_transition before update of status on bookings
  for each row when (old.status is distinct from new.status) execute function check_booking_transition();

-- Every step of an agreement. Rows are never changed.
create table booking_steps (
  id uuid primary key default new_id(),
  booking_id uuid not null references bookings on delete cascade,
  -- Unique, so that of two simultaneous answers only one becomes the third step.
  position integer not null,
  actor_id uuid references profiles on delete set null,
  kind text not null check (kind in ('request', 'offer', 'accept', 'decline', 'cancel', 'complete', 'expire', 'pay',
    'propose_fee', 'accept_fee', 'decline_fee')),
  terms jsonb not null default '{}',
  message text check (length(message) <= 2000),
  created_at timestamptz not null default now(),
  constraint booking_steps_position unique (booking_id, position)
);
create index booking_steps_actor on booking_steps (actor_id);
create trigger booking_steps_append_only before update on booking_steps for each row execute function refuse_booking_step_change();
create trigger booking_steps_not_deleted before delete on booking_steps for each row execute function refuse_booking_step_deletion();
create trigger booking_steps_not_emptied before truncate on booking_steps for each statement execute function refuse_change();

create table reviews (
  id uuid primary key default new_id(),
  booking_id uuid not null references bookings on delete cascade,
  author_id uuid references profiles on delete set null,
  subject_id uuid not null references profiles on delete cascade,
  -- A DJ's rating counts only reviews of their sets, not of events for which they booked others.
  is_of_dj boolean not null default false,
  rating smallint not null check (rating between 1 and 5),
  body text not null default '' check (length(body) <= 2000),
  published_at timestamptz,
  created_at timestamptz not null default now(),
  unique (booking_id, author_id)
);
create index reviews_subject on reviews (subject_id, published_at desc) where published_at is not null;
create index reviews_author on reviews (author_id);
create index reviews_unpublished on reviews (booking_id) where published_at is null;
-- Discover reads the rating of each card from this index alone.
create index reviews_of_djs on reviews (subject_id) include (rating) where published_at is not null and is_of_dj;
create trigger reviews_side before insert on reviews for each row execute function set_review_side();

-- A day, in the DJ's own time zone, on which the DJ accepts no requests.
create table calendar_holds (
  id uuid primary key default new_id(),
  dj_id uuid not null references profiles on delete cascade,
  day date not null,
  note text not null default '' check (length(note) <= 80),
  -- The hold ends after this day. Null: never.
  until date,
  created_at timestamptz not null default now(),
  unique (dj_id, day)
);

-- The address of a member's calendar is derived from `version` and SECRET, so nothing secret is stored.
create table calendar_feeds (
  user_id uuid primary key references profiles on delete cascade,
  version integer not null default 1 check (version >= 1),
  revoked_at timestamptz,
  ended_with_sessions boolean not null default false
);
-- schema/line-up
-- Set times of an event. A performer without an account is only a name.
create table line_up_slots (
  id uuid primary key default new_id(),
  event_id uuid not null references events on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 100),
  starts_at timestamptz,
  ends_at timestamptz,
  -- The position on the bill, and how large the name is printed.
  billing smallint not null default 0,
  billed_as text not null default 'support' check (billed_as in ('headline', 'special_guest', 'support', 'opening')),
  -- An entry for a member is a request until they accept: `requested_id` is the member, and `dj_id` is null until then. Links, calendars and
  -- host rights read `dj_id`, so they never concern a member who hasn't agreed.
  dj_id uuid references profiles on delete set null,
  requested_id uuid references profiles on delete set null,
  requested_by uuid references profiles on delete set null,
  booking_id uuid references bookings on delete set null,
  check (ends_at is null or starts_at is null or ends_at > starts_at),
  constraint line_up_slots_asked check (requested_id is null or dj_id is null)
);
create index line_up_slots_event on line_up_slots (event_id, billing);
create index line_up_slots_dj on line_up_slots (dj_id);
create index line_up_slots_asked on line_up_slots (requested_id) where requested_id is not null;
create index line_up_slots_asked_by on line_up_slots (requested_by) where requested_by is not null;
create unique index line_up_slots_booking on line_up_slots (booking_id) where booking_id is not null;
create trigger line_up_slots_added after insert on line_up_slots referencing new table as changed
  for each statement execute function line_up_changes_search_names();
create trigger line_up_slots_updated after update on line_up_slots referencing new table as changed
  for each statement execute function line_up_changes_search_names();
create trigger line_up_slots_removed after delete on line_up_slots referencing old table as changed
  for each statement execute function line_up_changes_search_names();
-- schema/ledger
-- Double entry, append-only. Every change of money is a transaction whose entries sum to zero in each currency. Written by
-- post_to_ledger only. Without foreign keys: the books outlive what they describe.
create table ledger_transactions (
  id uuid primary key default new_id(),
  kind text not null check (kind in ('sale', 'payment_returned', 'refund', 'refund_sent', 'refund_rejected', 'refund_paid_another_way',
    'dispute', 'provider_fee', 'dispute_fee', 'settlement', 'payout', 'transfer', 'booking_payment', 'booking_refund', 'booking_fee', 'offset')),
  -- Such as 'sale:<order>'. What has the same source is posted once.
  source text collate "C" not null unique,
  event_id uuid not null,
  -- Null for what is about the whole event.
  order_id uuid,
  -- Where the event is, when it was posted.
  day date not null,
  -- The tickets that were sold or refunded.
  tickets integer not null default 0,
  posted_at timestamptz not null default clock_timestamp()
);
create index ledger_transactions_event on ledger_transactions (event_id, day, id);
create index ledger_transactions_day on ledger_transactions (day, id);
create index ledger_transactions_order on ledger_transactions (order_id, posted_at desc, id desc);

-- Accounts belong to an event. provider: money at the payment provider. organizer: the organizer's share. service_fees: income of
-- the site. refunds_due: approved refunds that have not been sent. disputes: what a lost dispute took and the refunds of its
-- tickets pay. payable: settled shares of people that have not been transferred.
create table ledger_entries (
  id bigint generated always as identity primary key,
  transaction_id uuid not null references ledger_transactions on delete restrict,
  account text not null check (account in ('provider', 'organizer', 'service_fees', 'refunds_due', 'disputes', 'payable')),
  event_id uuid not null,
  -- Whom a share is payable to.
  person_id uuid,
  currency text not null,
  -- In the smallest unit of the currency. Debits are positive, credits negative.
  amount bigint not null check (amount <> 0),
  check ((account = 'payable') = (person_id is not null))
);
create index ledger_entries_account on ledger_entries (event_id, account, id) include (currency, amount);
create index ledger_entries_person on ledger_entries (person_id, id) where person_id is not null;
create index ledger_entries_transaction on ledger_entries (transaction_id);

-- The sums of the entries by day, so that reading a statement doesn't take longer with more orders. `entries` counts them.
create table ledger_days (
  event_id uuid not null,
  account text not null,
  kind text not null,
  day date not null,
  person_id uuid,
  currency text not null,
  amount bigint not null,
  entries integer not null,
  tickets integer not null,
  unique nulls not distinct (event_id, account, kind, day, currency, person_id)
);

create index ledger_days_person on ledger_days (person_id) where person_id is not null;

create trigger ledger_entries_balanced after insert on ledger_entries referencing new table as added
  for each statement execute function check_ledger_balance();
create trigger ledger_entries_summed after insert on ledger_entries referencing new table as added
  for each statement execute function add_to_ledger_days();
create constraint trigger ledger_transactions_with_entries after insert on ledger_transactions deferrable initially deferred
  for each row execute function check_ledger_entries();
create trigger ledger_transactions_append_only before update or delete on ledger_transactions for each row execute function refuse_change();
create trigger ledger_transactions_not_emptied before truncate on ledger_transactions for each statement execute function refuse_change();
create trigger ledger_entries_append_only before update or delete on ledger_entries for each row execute function refuse_change();
create trigger ledger_entries_not_emptied before truncate on ledger_entries for each statement execute function refuse_change();
-- schema/ticket-types
-- Two counters of one stock: `quantity_held` belongs to reservations that may expire, `quantity_sold` to confirmed tickets.
-- Available is total - sold - held. Revenue counts sold tickets only.
create table ticket_types (
  id uuid primary key default new_id(),
  event_id uuid not null,
  -- That of the event, written by a trigger.
  currency text not null default 'USD',
  name text not null check (length(btrim(name)) between 1 and 80),
  description text not null default '' check (length(description) <= 300),
  price_cents integer not null check (price_cents between 0 and 10000000),
  price numeric(12, 2) generated always as (price_cents / currency_unit(currency)) stored,
  quantity_total integer not null check (quantity_total >= 0),
  quantity_sold integer not null default 0,
  quantity_held integer not null default 0,
  sort_order smallint not null default 0,
  sale_starts_at timestamptz,
  sale_ends_at timestamptz,
  created_at timestamptz not null default now(),
  -- Null: everyone sees the type. Otherwise it is shown only to people who enter this code.
  access_code text check (access_code = upper(access_code) and access_code ~ '^[A-Z0-9-]{3,24}$'),
  -- The amount of confirmed orders less refunds, before the fee; updated together with quantity_sold.
  revenue_cents bigint not null default 0 check (revenue_cents >= 0),
  -- The length of the waitlist. While it is above zero, available tickets go to the waitlist only.
  waiting integer not null default 0 check (waiting >= 0),
  constraint ticket_types_event_id_fkey foreign key (event_id, currency) references events (id, currency) on delete cascade on update cascade,
  constraint ticket_types_stock check (quantity_sold >= 0 and quantity_held >= 0 and quantity_sold + quantity_held <= quantity_total),
  check (sale_ends_at is null or sale_starts_at is null or sale_ends_at > sale_starts_at)
-- Free space on each page keeps the updates of the counters in place (HOT). The busy rows are vacuumed early and often.
) with (fillfactor = 25, autovacuum_vacuum_scale_factor = 0.0, autovacuum_vacuum_threshold = 1000);
create index ticket_types_event on ticket_types (event_id, sort_order);
create trigger ticket_types_currency before insert on ticket_types for each row execute function copy_event_currency();
create unique index ticket_types_access_code on ticket_types (event_id, access_code) where access_code is not null;
-- The counters of a sale don't touch this index, so those updates stay in place.
create index ticket_types_waited_for on ticket_types (id) where waiting > 0;

create table promo_codes (
  id uuid primary key default new_id(),
  event_id uuid not null references events on delete cascade,
  code text not null check (code = upper(code) and code ~ '^[A-Z0-9-]{3,24}$'),
  percent smallint check (percent between 1 and 100),
  -- Subtracted from the whole order, at most its subtotal.
  amount_cents integer check (amount_cents between 1 and 10000000),
  use_limit integer check (use_limit > 0),
  -- How many orders of one customer may use the code. Null: as many as `use_limit` allows.
  customer_limit integer check (customer_limit > 0),
  -- Reserved and confirmed orders with this code.
  used integer not null default 0,
  starts_at timestamptz,
  ends_at timestamptz,
  created_at timestamptz not null default now(),
  constraint promo_codes_one_discount_kind check ((percent is null) <> (amount_cents is null)),
  constraint promo_codes_limit check (used >= 0 and (use_limit is null or used <= use_limit)),
  check (ends_at is null or starts_at is null or ends_at > starts_at),
  unique (event_id, code)
);

-- Net sales by day of the event's time zone, written by features/orders/server/daily-sales.ts.
create table ticket_sales (
  ticket_type_id uuid not null references ticket_types on delete cascade,
  day date not null,
  tickets integer not null default 0,
  cents bigint not null default 0,
  primary key (ticket_type_id, day)
);
-- schema/orders
-- Stock and money are changed by functions only. features/orders/server/LOCKING.md has the order of locks and the rules.
create sequence order_numbers as bigint start 10001;

-- The same table of changes as features/orders/rules/order-state.ts. A test compares the two.
create table order_transitions (
  from_status text not null,
  to_status text not null,
  primary key (from_status, to_status)
);
insert into order_transitions (from_status, to_status) values
  ('reserved', 'confirmed'), ('reserved', 'expired'), ('reserved', 'cancelled'),
  ('expired', 'confirmed'), ('expired', 'refunded'), ('cancelled', 'refunded'),
  ('confirmed', 'refunded');

create table orders (
  id uuid primary key default new_id(),
  -- Null when the customer is deleted: the order stays without a name, because the books must balance.
  customer_id uuid references profiles on delete set null,
  event_id uuid not null,
  -- Made by the browser, so that a request sent twice creates one order.
  client_key uuid not null,
  order_number text not null unique default order_number_of(nextval('order_numbers'), now()),
  status text not null default 'reserved' check (status in ('reserved', 'confirmed', 'expired', 'cancelled', 'refunded')),
  buyer_name text not null default '',
  buyer_email text not null default '',
  subtotal_cents integer not null check (subtotal_cents >= 0),
  fee_basis_points integer not null check (fee_basis_points between 0 and 10000),
  fee_cents integer not null,
  -- The event's tax on the tickets. Its amount is stored if it was added to the prices; included tax is part of the subtotal.
  tax_mode text not null default 'none',
  tax_ppm integer not null default 0,
  added_tax_cents integer not null default 0,
  -- The tax that the service fee includes.
  fee_tax_ppm integer not null default 0 check (fee_tax_ppm between 0 and 1000000),
  total_cents integer not null generated always as (subtotal_cents + added_tax_cents + fee_cents) stored,
  total numeric(12, 2) generated always as ((subtotal_cents + added_tax_cents + fee_cents) / currency_unit(currency)) stored,
  currency text not null default 'USD',
  promo_code_id uuid references promo_codes on delete restrict,
  -- Free tickets from the organizer.
  is_comp boolean not null default false,
  -- An offer to the waitlist: its row in waitlist_entries changes together with the order.
  is_offer boolean not null default false,
  source text check (source in ('list', 'home', 'chat', 'profile', 'direct', 'elsewhere')),
  -- The buyer's IPv4 /24 or IPv6 /48, while the order is open or free. Deleted when the order ends, the account verifies its email or
  -- the event is over.
  network text,
  expires_at timestamptz not null,
  -- Set when a slow payment provider gave the buyer more time, which happens once.
  hold_extended_at timestamptz,
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  ended_at timestamptz,
  -- An order is in the currency and with the tax of its event.
  constraint orders_event_id_fkey foreign key (event_id, currency, tax_mode, tax_ppm) references events (id, currency, tax_mode, tax_ppm) on delete restrict,
  constraint orders_client_key_unique unique (client_key, customer_id),
  -- Rounded half up to the cent, in integers.
  constraint orders_fee_adds_up check (fee_cents = (subtotal_cents::bigint * fee_basis_points + 5000) / 10000),
  constraint orders_tax_adds_up check (added_tax_cents = added_tax(subtotal_cents, tax_mode, tax_ppm)),
  check (status <> 'confirmed' or confirmed_at is not null),
  constraint orders_network_check check (network is null or status = 'reserved' or (status = 'confirmed' and subtotal_cents = 0))
) with (fillfactor = 80);
create index orders_customer on orders (customer_id, created_at desc, id desc);
create index orders_event on orders (event_id, status);
create index orders_expiry on orders (expires_at) where status = 'reserved';
create index orders_confirmed on orders (confirmed_at) where status = 'confirmed';
create index orders_promo_code on orders (promo_code_id) where promo_code_id is not null;
-- One open order per customer and event, and limits per network: docs/adr/0023.
create unique index orders_one_open on orders (customer_id, event_id) where status = 'reserved' and not is_offer;
create index orders_open_network on orders (event_id, network) where status = 'reserved' and network is not null;
create index orders_free_network on orders (event_id, network) where status = 'confirmed' and network is not null;
-- For the organizer's lists of an event, and the few rows that differ among a hundred thousand.
create index orders_event_confirmed on orders (event_id, confirmed_at desc, id desc) where confirmed_at is not null;
create index orders_event_comps on orders (event_id, id) where is_comp;
create index orders_event_buyer on orders (event_id, lower(buyer_email)) where status in ('confirmed', 'refunded');
-- Excludes reserved orders, so that reservations don't have to update this index.
create index orders_buyer_search on orders
  using gin (event_id, fold_text(buyer_name || ' ' || buyer_email || ' ' || order_number) gin_trgm_ops)
  where status in ('confirmed', 'refunded');
create trigger orders_transition before update of status on orders
  for each row when (old.status is distinct from new.status) execute function check_order_transition();
create trigger orders_late_approval_recorded after update on orders for each row
  when (old.status = 'expired' and new.status = 'confirmed') execute function audit_late_approval();

create table order_items (
  order_id uuid not null references orders on delete restrict,
  ticket_type_id uuid not null references ticket_types on delete restrict,
  quantity integer not null check (quantity between 1 and 10),
  unit_cents integer not null check (unit_cents >= 0),
  -- The discount and the added tax of an order are split over its lines, so that the amount of each line is known.
  discount_cents integer not null default 0,
  added_tax_cents integer not null default 0 check (added_tax_cents >= 0),
  amount_cents integer not null generated always as (quantity * unit_cents - discount_cents + added_tax_cents) stored,
  -- Refunded seats of this line and their share of its amount, without the fee.
  quantity_refunded integer not null default 0,
  refunded_cents integer not null default 0,
  primary key (order_id, ticket_type_id),
  constraint order_items_discount check (discount_cents between 0 and quantity * unit_cents),
  constraint order_items_refunded check (
    quantity_refunded between 0 and quantity
    and refunded_cents between 0 and amount_cents
    and (quantity_refunded < quantity or refunded_cents = amount_cents))
);
create index order_items_type on order_items (ticket_type_id);
-- Few lines, which the settlement of an event adds up.
create index order_items_with_refunds on order_items (ticket_type_id) where quantity_refunded > 0;
create trigger order_items_add_up_on_insert after insert on order_items
  referencing new table as changed for each statement execute function check_order_sums();
create trigger order_items_add_up_on_update after update on order_items
  referencing new table as changed for each statement execute function check_order_sums();
create trigger order_items_add_up_on_delete after delete on order_items
  referencing old table as changed for each statement execute function check_order_sums();

-- Notifications for customers, written in the transaction of the change and turned into jobs afterwards.
create table order_outbox (
  order_id uuid not null,
  kind text not null check (kind in ('confirmed', 'refunded')),
  -- The trace of the request, if it is traced (W3C trace context).
  traceparent text check (length(traceparent) <= 100),
  primary key (order_id, kind)
);
-- schema/payments
-- A payment of an order, or by an organizer for a booking of their event. The reference is ours and is settled once.
-- `returned`: the money arrived too late, twice or in the wrong amount, and is refunded in full.
create table payments (
  id uuid primary key default new_id(),
  order_id uuid references orders on delete restrict,
  booking_id uuid references bookings on delete restrict,
  -- The event whose books have the booking's payment, even if the booking leaves the event.
  event_id uuid references events on delete restrict,
  -- deposit: transferred to the DJ immediately. balance: covers their fee where ticket income doesn't.
  purpose text check (purpose in ('deposit', 'balance')),
  provider text not null check (provider in ('sandbox', 'stripe')),
  provider_reference text not null,
  status text not null default 'started' check (status in ('started', 'approved', 'declined', 'abandoned', 'returned')),
  amount_cents integer not null check (amount_cents > 0),
  decline_reason text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  -- Set while the bank has not answered yet.
  processing_since timestamptz,
  -- The provider's own id, known once the customer has pressed Pay.
  provider_payment_id text,
  -- What the buyer paid with, such as 'Visa ending 4242'; null when it isn't known.
  method text,
  -- When to look the payment up at the provider again; null once it is final.
  check_at timestamptz,
  unique (provider, provider_reference),
  unique (provider, provider_payment_id),
  check ((order_id is null) <> (booking_id is null)),
  check ((booking_id is null) = (event_id is null) and (booking_id is null) = (purpose is null))
);
create index payments_order on payments (order_id) where order_id is not null;
create index payments_booking on payments (booking_id) where booking_id is not null;
create index payments_event on payments (event_id) where event_id is not null;
-- For the admin's list.
create index payments_newest on payments (created_at desc, id desc);
-- Two approvals of one order would charge the customer twice.
create unique index payments_one_approved on payments (order_id) where status = 'approved';
create unique index payments_one_deposit on payments (booking_id) where status = 'approved' and purpose = 'deposit';
create index payments_to_check on payments (check_at) where check_at is not null;
create constraint trigger payments_for_bookings_posted after update of status on payments deferrable initially deferred for each row
  when (new.status = 'approved' and new.booking_id is not null) execute function post_booking_payment();
create index payments_waiting on payments (processing_since) where processing_since is not null;

-- Delayed answers of the sandbox's bank, which survive a restart.
create table sandbox_answers (
  reference text primary key,
  due_at timestamptz not null
);
create index sandbox_answers_due on sandbox_answers (due_at);

-- What a provider reported, each report once. A job reads the object again, so order and repeats don't matter.
create table payment_events (
  id text primary key,
  kind text not null,
  object_id text not null,
  -- provider_payment_id of the payment, if the object belongs to one.
  payment_id text,
  received_at timestamptz not null default now(),
  handled_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text
);
create index payment_events_open on payment_events (next_attempt_at) where handled_at is null;
create index payment_events_payment on payment_events (payment_id);
-- For the figures of a day. Costs next to nothing, because the rows come in this order.
create index payment_events_received on payment_events using brin (received_at);

-- A buyer's bank wants a payment back. The id is the provider's.
create table disputes (
  id text primary key,
  payment_id uuid not null references payments on delete restrict,
  amount_cents integer not null check (amount_cents > 0),
  -- The provider's code, such as 'fraudulent'.
  reason text not null,
  -- won and lost are final. closed: the bank withdrew its question before it became a dispute.
  status text not null check (status in ('open', 'under_review', 'won', 'lost', 'closed')),
  -- The bank only asks so far, and has taken no money. A refund can still answer it.
  is_inquiry boolean not null default false,
  -- Until when evidence can be sent; null once it can't.
  due_by timestamptz,
  opened_at timestamptz not null,
  closed_at timestamptz,
  -- When the organizer was first emailed about it.
  notified_at timestamptz,
  -- The latest attempt to respond, written before the provider is called. `response_sent_at`: the provider has it.
  response text check (response in ('evidence', 'acceptance')),
  responded_by uuid references profiles on delete set null,
  responded_at timestamptz,
  response_sent_at timestamptz,
  note text not null default '' check (char_length(note) <= 2000),
  -- The text that the bank received; null until then. Both are erased with the buyer's account.
  evidence jsonb,
  -- While it is in the future, one request is responding. It ends by itself if the process dies.
  response_locked_until timestamptz,
  check ((response is null) = (responded_at is null))
);
create constraint trigger disputes_posted after insert or update on disputes deferrable initially deferred
  for each row execute function post_dispute();
create index disputes_payment on disputes (payment_id);
create index disputes_responder on disputes (responded_by) where responded_by is not null;
-- Also for the Money page, which lists the undecided ones.
create index disputes_due on disputes (due_by) where status in ('open', 'under_review');

create table refunds (
  id uuid primary key default new_id(),
  payment_id uuid not null references payments on delete restrict,
  amount_cents integer not null check (amount_cents > 0),
  -- The part of it that is service fee.
  fee_cents integer not null default 0 check (fee_cents between 0 and amount_cents),
  reason text not null,
  status text not null default 'requested' check (status in ('requested', 'done', 'failed')),
  provider_reference text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  -- When the provider accepted it, and when it reported that the bank paid it out.
  sent_at timestamptz,
  paid_at timestamptz,
  -- By which the buyer's bank can find it.
  bank_reference text,
  -- The provider's code of the bank's latest rejection; it stays when the refund is made again.
  rejection text,
  -- The last attempt failed because the provider's balance didn't cover it.
  is_balance_low boolean not null default false,
  -- How the organizer or an admin paid it after the bank had rejected it, in their words. It then counts as done.
  other_payment text check (other_payment is null or status = 'done'),
  -- An admin marked it so: the site's money paid the buyer, not the organizer's.
  is_paid_by_site boolean not null default false check (not is_paid_by_site or other_payment is not null)
);
create index refunds_payment on refunds (payment_id);
create index refunds_open on refunds (created_at) where status = 'requested';
create index refunds_failed on refunds (settled_at) where status = 'failed';
create trigger refunds_within_payment after insert or update on refunds for each row execute function check_refund_sum();
create constraint trigger refunds_posted after insert on refunds deferrable initially deferred
  for each row execute function post_refund();
create constraint trigger refunds_change_posted after update on refunds deferrable initially deferred for each row when (old.status <> new.status) execute function post_refund();
create trigger refunds_recorded after insert on refunds referencing new table as requested
  for each statement execute function record_refunds();
create trigger refunds_outcome_recorded after update on refunds for each row
  when (old.status <> new.status and new.status <> 'requested') execute function record_refund_outcome();

-- Up to when the fees in a provider's balance were posted to the ledger, by the provider's clock, and when that was last
-- looked at.
create table fee_imports (
  provider text primary key check (provider in ('sandbox', 'stripe')),
  imported_until timestamptz not null,
  checked_at timestamptz not null default clock_timestamp()
);
-- schema/tickets
create sequence ticket_numbers as bigint start 1 cache 64;

-- One row per seat.
create table tickets (
  id uuid primary key default new_id(),
  order_id uuid not null references orders on delete restrict,
  event_id uuid not null references events on delete restrict,
  ticket_type_id uuid not null references ticket_types on delete restrict,
  customer_id uuid references profiles on delete set null,
  ticket_number text not null unique default next_ticket_number(),
  -- In the QR code. A transfer replaces it.
  secret uuid not null unique default gen_random_uuid(),
  status text not null default 'valid' check (status in ('valid', 'cancelled', 'refunded')),
  checked_in_at timestamptz,
  created_at timestamptz not null default now(),
  -- The name after a transfer. Null: the buyer's.
  holder_name text check (length(holder_name) <= 100),
  refund_id uuid references refunds on delete restrict,
  -- The last transaction that changed the ticket, for syncing check-in phones. Check-ins are marked in check_ins
  -- instead.
  changed_in xid8 default pg_current_xact_id(),
  constraint tickets_in_is_valid check (checked_in_at is null or status = 'valid')
);
create index tickets_order on tickets (order_id);
create index tickets_customer on tickets (customer_id, created_at desc, id desc);
create index tickets_event on tickets (event_id, status);
create index tickets_refund on tickets (refund_id) where refund_id is not null;
-- For the check-in list and the attendees, in list order.
create index tickets_event_all on tickets (event_id, id);
create index tickets_event_back on tickets (event_id, id) where status <> 'valid';
create index tickets_event_passed_on on tickets (event_id, id) where holder_name is not null;
create index tickets_changed on tickets (event_id, changed_in) where changed_in is not null;
create trigger tickets_marked before update of status, secret, holder_name, customer_id on tickets
  for each row execute function mark_ticket_change();
create trigger tickets_transition before update of status on tickets
  for each row when (old.status is distinct from new.status) execute function check_ticket_transition();

create table ticket_transfers (
  id uuid primary key default new_id(),
  ticket_id uuid not null references tickets on delete cascade,
  from_id uuid references profiles on delete set null,
  to_email text not null,
  token_hash bytea not null unique,
  status text not null default 'pending' check (status in ('pending', 'accepted', 'withdrawn')),
  to_id uuid references profiles on delete set null,
  -- The replaced code, so that check-in can say why it is refused.
  old_secret uuid,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  check ((status = 'pending') = (settled_at is null))
);
create unique index ticket_transfers_one_pending on ticket_transfers (ticket_id) where status = 'pending';
create index ticket_transfers_ticket on ticket_transfers (ticket_id);
create index ticket_transfers_from on ticket_transfers (from_id);
create index ticket_transfers_to on ticket_transfers (to_id);
create index ticket_transfers_old_secret on ticket_transfers (old_secret) where old_secret is not null;
-- schema/invoices
-- Invoices and credit notes are numbered without gaps: a number is taken from the locked row of its series, in the transaction
-- that inserts the invoice. Only the job of the invoices feature does so, never a sale.

-- Sells tickets (an organizer) or charges the service fee (the platform). The platform has another seller for sample events, so
-- that removing them leaves no gap.
create table invoice_sellers (
  id uuid primary key default new_id(),
  kind text not null check (kind in ('organizer', 'platform', 'sample_platform')),
  -- Null for the platform, and when the organizer's account is deleted: the prefix stays taken.
  profile_id uuid unique references profiles on delete set null,
  -- Such as JW. A number is appended when another seller has it.
  prefix text collate "C" not null unique check (prefix ~ '^[A-Z]{2,4}([2-9]|[1-9][0-9]+)?$'),
  check (kind = 'organizer' or profile_id is null)
);
create unique index invoice_sellers_platform on invoice_sellers (kind) where kind <> 'organizer';
create trigger invoice_sellers_not_changed before update on invoice_sellers
  for each row when ((old.id, old.kind, old.prefix) is distinct from (new.id, new.kind, new.prefix)) execute function refuse_change();

-- What the invoices of a person's events say about them as the seller. Deleted with the person; invoices have a copy.
create table billing_details (
  person_id uuid primary key references profiles on delete cascade,
  legal_name text not null check (length(legal_name) between 1 and 120),
  -- At most five lines.
  address text not null check (length(address) between 1 and 300),
  -- ISO 3166, such as DE.
  country text not null check (country ~ '^[A-Z]{2}$'),
  tax_id text not null default '' check (length(tax_id) <= 40),
  updated_at timestamptz not null default now()
);

-- Whom the invoices of an order are for, such as the buyer's company. Deleted with the person; invoices have a copy.
create table order_billing (
  order_id uuid primary key references orders on delete cascade,
  customer_id uuid not null references profiles on delete cascade,
  legal_name text not null check (length(legal_name) between 1 and 120),
  address text not null check (length(address) between 1 and 300),
  country text not null check (country ~ '^[A-Z]{2}$'),
  tax_id text not null default '' check (length(tax_id) <= 40),
  -- Each change counts; an invoice names the version that it states.
  version integer not null default 1 check (version between 1 and 5),
  updated_at timestamptz not null default now()
);
create index order_billing_customer on order_billing (customer_id);

create table invoice_series (
  id uuid primary key default new_id(),
  seller_id uuid not null references invoice_sellers on delete restrict,
  kind text not null check (kind in ('invoice', 'credit_note')),
  -- In UTC.
  year integer not null,
  last_number integer not null default 1 check (last_number > 0),
  unique (seller_id, kind, year)
);
create trigger invoice_series_only_counts before update on invoice_series for each row
  when ((new.id, new.seller_id, new.kind, new.year, new.last_number)
    is distinct from (old.id, old.seller_id, old.kind, old.year, old.last_number + 1))
  execute function refuse_change();

-- Append-only: a mistake in an invoice is corrected by a credit note.
create table invoices (
  id uuid primary key default new_id(),
  series_id uuid not null references invoice_series on delete restrict,
  seller text not null check (seller in ('organizer', 'platform')),
  kind text not null check (kind in ('invoice', 'credit_note')),
  year integer not null generated always as (extract(year from issued_at at time zone 'UTC')::integer) stored,
  number integer not null check (number > 0),
  -- Such as JW-2026-00148 or JW-2026-C-00012.
  invoice_number text not null unique,
  order_id uuid not null references orders on delete restrict,
  -- Of a credit note: the invoice that it corrects, and the refund. Without a refund, the whole invoice was replaced.
  refund_id uuid references refunds on delete restrict,
  corrects uuid references invoices on delete restrict,
  -- The version of order_billing that an invoice states, and the credit notes that correct it; 0 without one.
  billing_version integer not null default 0,
  issued_at timestamptz not null,
  currency text not null,
  -- In the smallest unit of the currency. Negative in a credit note.
  net_cents integer not null,
  tax_cents integer not null,
  total_cents integer not null,
  -- Seller, buyer, event and lines as they were, see InvoiceContent of the feature. Deleting an account changes none of it.
  content jsonb not null check (jsonb_typeof(content) = 'object'),
  unique (series_id, number),
  check (net_cents + tax_cents = total_cents),
  check (case kind when 'invoice' then total_cents > 0 else total_cents < 0 end),
  check ((kind = 'credit_note') = (corrects is not null) and (kind = 'credit_note' or refund_id is null))
);
-- One invoice of each seller for an order and its billing details, replaced at most once, and one credit note for a refund.
create unique index invoices_once on invoices (order_id, seller, kind, billing_version) where refund_id is null;
create unique index invoices_refund on invoices (refund_id, seller) where refund_id is not null;
create index invoices_order on invoices (order_id);
create index invoices_corrects on invoices (corrects) where corrects is not null;
create trigger invoices_append_only before update or delete on invoices for each row execute function refuse_change();
create trigger invoices_not_emptied before truncate on invoices for each statement execute function refuse_change();

-- Orders that may lack an invoice or a credit note. Written when a sale or a refund is posted to the ledger, so that a sale itself
-- writes no row here. Without a foreign key, like the ledger.
create table invoices_due (
  id bigint generated always as identity primary key,
  order_id uuid not null
);
create trigger invoices_become_due after insert on ledger_transactions for each row
  when (new.order_id is not null and new.kind in ('sale', 'refund_sent', 'refund_paid_another_way'))
  execute function add_due_invoice();
-- schema/settlements
-- An event whose sheet all sides accepted, or an admin closed. From then on its shares are transferred.
create table settlements (
  event_id uuid primary key references events on delete restrict,
  settled_at timestamptz not null default clock_timestamp(),
  -- The figures that were accepted. Later refunds change the shares, not this.
  sheet jsonb not null check (jsonb_typeof(sheet) = 'object'),
  closed_by uuid references profiles on delete set null,
  close_reason text check (length(close_reason) between 1 and 500),
  check (closed_by is null or close_reason is not null)
);
create index settlements_closed_by on settlements (closed_by) where closed_by is not null;

-- A person accepts the figures that they saw: `digest` is of the sheet. It is void when a figure has changed.
create table settlement_acceptances (
  event_id uuid not null references events on delete cascade,
  person_id uuid not null references profiles on delete cascade,
  digest text not null,
  accepted_at timestamptz not null default clock_timestamp(),
  primary key (event_id, person_id)
);
create index settlement_acceptances_person on settlement_acceptances (person_id);

-- What the sides of an event were notified of because of the time, so that it happens once. `ready` starts the time after
-- which an admin can close the settlement. `uncovered`: the doors open soon, and tickets don't cover a guaranteed fee.
create table settlement_notices (
  event_id uuid not null references events on delete cascade,
  kind text not null check (kind in ('ready', 'first_reminder', 'second_reminder', 'uncovered')),
  -- Of `uncovered`: the booking, and its fee at that time. The sides are notified again of a higher fee.
  booking_id uuid references bookings on delete cascade,
  fee_cents integer,
  sent_at timestamptz not null,
  unique nulls not distinct (event_id, kind, booking_id),
  check ((kind = 'uncovered') = (booking_id is not null)),
  check ((booking_id is null) = (fee_cents is null))
);
create index settlement_notices_booking on settlement_notices (booking_id) where booking_id is not null;

-- A figure of a sheet that a side doesn't agree with. While one is open, no one is paid.
create table settlement_questions (
  id uuid primary key default new_id(),
  event_id uuid not null references events on delete cascade,
  person_id uuid references profiles on delete set null,
  -- Such as 'fees', 'cost:<booking>:0' or 'share:<booking>'.
  figure text not null check (length(figure) <= 100),
  expected_cents integer,
  reason text not null check (length(reason) between 1 and 1000),
  created_at timestamptz not null default clock_timestamp(),
  resolution text check (resolution in ('corrected', 'confirmed', 'withdrawn')),
  resolved_by uuid references profiles on delete set null,
  resolved_at timestamptz,
  reply text not null default '' check (length(reply) <= 1000),
  check ((resolution is null) = (resolved_at is null))
);
create index settlement_questions_event on settlement_questions (event_id, created_at);
create index settlement_questions_person on settlement_questions (person_id) where person_id is not null;
create index settlement_questions_resolver on settlement_questions (resolved_by) where resolved_by is not null;

-- What a person gets of an event. A negative amount reverses a part of an earlier transfer. A deposit comes from the organizer's
-- payment, everything else from ticket income and what they paid to cover a fee.
create table transfers (
  id uuid primary key default new_id(),
  event_id uuid not null references events on delete restrict,
  -- Null for what stays with the organizer.
  booking_id uuid references bookings on delete restrict,
  payee_id uuid references profiles on delete set null,
  reason text not null check (reason in ('deposit', 'guaranteed_fee', 'settlement', 'adjustment', 'offset')),
  amount_cents integer not null check (amount_cents <> 0),
  currency text not null,
  reverses uuid references transfers on delete restrict,
  -- The settled event whose debt it pays instead of going to the organizer.
  offset_event_id uuid references events on delete restrict,
  status text not null default 'requested' check (status in ('requested', 'done')),
  provider text,
  provider_reference text,
  created_at timestamptz not null default clock_timestamp(),
  done_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default clock_timestamp(),
  last_error text,
  check ((amount_cents < 0) = (reverses is not null)),
  check ((reason = 'offset') = (offset_event_id is not null)),
  check ((status = 'done') = (done_at is not null))
);
create index transfers_event on transfers (event_id);
create index transfers_booking on transfers (booking_id) where booking_id is not null;
create index transfers_payee on transfers (payee_id, created_at desc) where payee_id is not null;
create index transfers_reversals on transfers (reverses) where reverses is not null;
create index transfers_offsets on transfers (offset_event_id) where offset_event_id is not null;
create index transfers_open on transfers (next_attempt_at) where status = 'requested';
create constraint trigger transfers_posted after insert on transfers deferrable initially deferred
  for each row execute function post_transfer();
create constraint trigger transfers_sent_posted after update on transfers deferrable initially deferred
  for each row when (old.status <> new.status) execute function post_transfer();
create trigger transfers_not_changed before update on transfers for each row
  when (old.amount_cents <> new.amount_cents or old.event_id <> new.event_id or old.status = 'done' and new.status <> 'done')
  execute function refuse_change();
create trigger deposits_transferred after update of status on payments for each row
  when (new.status = 'approved' and new.purpose = 'deposit') execute function transfer_deposit();
-- schema/waitlist
-- waiting -> offered -> bought, passed (declined) or lapsed (not accepted in time); left (by the customer) or over (the sale ended).
create table waitlist_entries (
  id uuid primary key default new_id(),
  ticket_type_id uuid not null references ticket_types on delete cascade,
  customer_id uuid not null references profiles on delete cascade,
  quantity smallint not null check (quantity between 1 and 10),
  status text not null default 'waiting' check (status in ('waiting', 'offered', 'bought', 'passed', 'lapsed', 'left', 'over')),
  -- The reserved order that is the offer.
  order_id uuid unique references orders on delete restrict,
  created_at timestamptz not null default clock_timestamp(),
  offered_at timestamptz,
  ended_at timestamptz,
  check (status <> 'offered' or order_id is not null)
);
create unique index waitlist_entries_once on waitlist_entries (ticket_type_id, customer_id) where status in ('waiting', 'offered');
create index waitlist_entries_queue on waitlist_entries (ticket_type_id, created_at, id) where status = 'waiting';
create index waitlist_entries_customer on waitlist_entries (customer_id, created_at desc, id desc);
create index waitlist_entries_type on waitlist_entries (ticket_type_id);
create trigger waitlist_entries_counted after insert or delete on waitlist_entries for each row execute function count_waiting();
create trigger waitlist_entries_moved after update of status on waitlist_entries
  for each row when (old.status is distinct from new.status) execute function count_waiting();
-- schema/check-in
create table guests (
  id uuid primary key default new_id(),
  event_id uuid not null references events on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 100),
  plus_ones smallint not null default 0 check (plus_ones between 0 and 20),
  -- The host of the guest: `Juno Okafor`, `press`.
  guest_of text not null default '' check (length(guest_of) <= 100),
  -- How many of 1 + plus_ones are checked in.
  arrived smallint not null default 0,
  arrived_at timestamptz,
  added_by uuid references profiles on delete set null,
  created_at timestamptz not null default now(),
  constraint guests_arrived check (arrived between 0 and 1 + plus_ones),
  check ((arrived = 0) = (arrived_at is null))
);
create index guests_event on guests (event_id, lower(name), id);
create index guests_added_by on guests (added_by);

-- Every scan, stored once. features/check-in/rules/merge-entries.ts combines several scans of one ticket, and
-- features/orders/server/LOCKING.md describes the locks of check_in.
create table check_ins (
  -- Generated on the phone, so that a scan sent twice counts once.
  nonce uuid primary key,
  event_id uuid not null references events on delete cascade,
  ticket_id uuid references tickets on delete cascade,
  guest_id uuid references guests on delete cascade,
  -- checked_in: counted. duplicate: was already checked in. admitted: a duplicate that staff admitted anyway. refused: the
  -- ticket was no longer valid.
  outcome text not null check (outcome in ('checked_in', 'duplicate', 'admitted', 'refused')),
  refusal text check (refusal in ('refunded', 'cancelled', 'transferred')),
  people smallint not null default 1 check (people between 1 and 21),
  -- How many of `people` are checked in by this scan: 0 when it doesn't count or was undone.
  counted smallint not null default 0,
  -- Requested by staff: check in although the ticket is already checked in.
  admit_anyway boolean not null default false,
  -- The phone showed that the person may enter.
  shown_in boolean not null default false,
  -- Calculated from the age that the phone reports. The phone's clock is never used.
  scanned_at timestamptz not null,
  received_at timestamptz not null default clock_timestamp(),
  was_offline boolean not null default false,
  -- The entrance, as named by its staff: `Front`, `Side`.
  entrance text not null default '' check (length(entrance) <= 40),
  device_id uuid not null,
  by_id uuid references profiles on delete set null,
  undone_at timestamptz,
  undone_by uuid references profiles on delete set null,
  undone_device uuid,
  -- When the organizer marked this double scan as seen.
  seen_at timestamptz,
  -- The last transaction that wrote the row; phones request changes by it (check-in/server/check-in-list.ts).
  changed_in xid8 not null default pg_current_xact_id(),
  check ((ticket_id is null) <> (guest_id is null)),
  constraint check_ins_refusal check ((outcome = 'refused') = (refusal is not null)),
  constraint check_ins_counted check (counted between 0 and people and (counted = 0 or outcome = 'checked_in'))
);
create unique index check_ins_one_in on check_ins (ticket_id) where outcome = 'checked_in' and undone_at is null;
create index check_ins_ticket on check_ins (ticket_id) where ticket_id is not null;
create index check_ins_guest on check_ins (guest_id) where guest_id is not null;
create index check_ins_by on check_ins (by_id);
create index check_ins_undone_by on check_ins (undone_by) where undone_by is not null;
create index check_ins_changed on check_ins (event_id, changed_in);
create index check_ins_double on check_ins (event_id, received_at desc)
  where shown_in and counted < people and undone_at is null and outcome <> 'admitted';

-- Checked-in people per quarter of an hour; updated by the statement that checks them in.
create table check_in_quarters (
  event_id uuid not null references events on delete cascade,
  quarter timestamptz not null,
  tickets integer not null default 0,
  guests integer not null default 0,
  primary key (event_id, quarter)
);
-- schema/holder-messages
create table holder_messages (
  id uuid primary key default new_id(),
  event_id uuid not null references events on delete cascade,
  by_id uuid references profiles on delete set null,
  subject text not null check (length(btrim(subject)) between 1 and 120),
  body text not null check (length(btrim(body)) between 1 and 4000),
  -- Null: all ticket holders.
  ticket_type_id uuid references ticket_types on delete set null,
  -- Generated by the browser, so that a request sent twice sends one message.
  client_key uuid not null,
  recipients integer not null default 0,
  -- Emails that may not have arrived, because the process or the connection failed while sending them.
  unknown integer not null default 0 check (unknown >= 0),
  created_at timestamptz not null default now(),
  unique (event_id, client_key)
);
create index holder_messages_event on holder_messages (event_id, created_at desc);
create index holder_messages_by on holder_messages (by_id);
create index holder_messages_type on holder_messages (ticket_type_id);

-- Addresses that a message still has to reach. A row is deleted when its email is sent, so that no list of addresses remains.
create table holder_emails (
  message_id uuid not null references holder_messages on delete cascade,
  email text not null,
  -- Set before sending. A row that was claimed is never retried, because its email may have arrived.
  claimed_at timestamptz,
  -- The mail server refused it. It is retried later.
  refused_at timestamptz,
  primary key (message_id, email)
);
create index holder_emails_email on holder_emails (email);
-- schema/chat
create table chat_rooms (
  id uuid primary key default new_id(),
  name text not null check (length(btrim(name)) between 1 and 50),
  description text check (length(description) between 1 and 200),
  room_type text not null check (room_type in ('public', 'private', 'genre')),
  genre text check (length(genre) between 1 and 30),
  join_by text check (join_by in ('invitation', 'request')),
  -- The two people of a direct conversation, the lower id first: `a:b`.
  direct_key text unique,
  slow_mode_seconds int not null default 0 check (slow_mode_seconds between 0 and 3600),
  created_by uuid references profiles on delete set null,
  created_at timestamptz not null default now(),
  is_active boolean not null default true,
  -- A room closed by a moderator can only be reopened by one: the room's admin may be the person who was moderated.
  closed_by_moderator boolean not null default false,
  is_sample boolean not null default false,
  check (genre is null or room_type = 'genre'),
  check ((room_type = 'private') = (join_by is not null)),
  check (direct_key is null or room_type = 'private'),
  check (not (is_active and closed_by_moderator))
);
create index chat_rooms_open on chat_rooms (lower(name), id) where is_active and (room_type <> 'private' or join_by = 'request');
create index chat_rooms_closed on chat_rooms (lower(name), id) where closed_by_moderator;
create index chat_rooms_names on chat_rooms using gin (fold_text(name) gin_trgm_ops);

create table chat_room_members (
  id uuid primary key default new_id(),
  room_id uuid not null references chat_rooms on delete cascade,
  user_id uuid not null references profiles on delete cascade,
  role text not null default 'member' check (role in ('admin', 'member')),
  last_read_seq bigint not null default 0,
  -- For slow mode. Deleting the message doesn't reset it.
  last_sent_at timestamptz,
  created_at timestamptz not null default now(),
  unique (room_id, user_id)
-- Sending and reading update these rows often, but none of their indexed columns.
) with (fillfactor = 80);
create index chat_room_members_user on chat_room_members (user_id, room_id);

create table chat_room_invitations (
  room_id uuid not null references chat_rooms on delete cascade,
  user_id uuid not null references profiles on delete cascade,
  invited_by uuid references profiles on delete set null,
  created_at timestamptz not null default now(),
  primary key (room_id, user_id)
);
create index chat_room_invitations_user on chat_room_invitations (user_id);
create index chat_room_invitations_by on chat_room_invitations (invited_by) where invited_by is not null;

create table chat_join_requests (
  id uuid primary key default new_id(),
  room_id uuid not null references chat_rooms on delete cascade,
  user_id uuid not null references profiles on delete cascade,
  created_at timestamptz not null default now(),
  -- After declining a request, the person can request again in a week.
  declined_at timestamptz,
  unique (room_id, user_id)
);
create index chat_join_requests_user on chat_join_requests (user_id);

create table chat_messages (
  id uuid primary key default new_id(),
  room_id uuid not null references chat_rooms on delete cascade,
  seq bigint not null,
  user_id uuid references profiles on delete set null,
  content text not null check (length(content) between 1 and 8000),
  -- Always text: other kinds are a form of text, see the README of chat.
  message_type text not null default 'text' check (message_type in ('text')),
  -- Generated by the sender's browser, so that a message sent twice is stored once.
  client_id uuid,
  created_at timestamptz not null default now(),
  is_edited boolean not null default false,
  edited_at timestamptz,
  hidden_at timestamptz,
  hidden_by uuid references profiles on delete set null,
  hidden_by_moderator boolean not null default false
);
-- Opening a room reads the newest hundred messages. Without this index an empty room would scan all messages.
create unique index chat_messages_room on chat_messages (room_id, seq desc);
create unique index chat_messages_client on chat_messages (user_id, client_id) where client_id is not null;
create index chat_messages_user on chat_messages (user_id);
create index chat_messages_hidden_by on chat_messages (hidden_by) where hidden_by is not null;

-- One sequence for everything in chat. A writer locks this row first and until the commit, so numbers become visible in
-- order and without gaps: a reader who has seen n has seen everything up to n. A PostgreSQL sequence can't guarantee
-- that, because 8 may be committed before 7. The lock also makes checks under it final.
create table chat_clock (
  is_only boolean primary key default true check (is_only),
  seq bigint not null check (seq >= 0),
  -- Events up to this number have been deleted from chat_events.
  trimmed_seq bigint not null default 0
) with (fillfactor = 20);
insert into chat_clock (seq) values (0);

-- A log of changes, in order; the other tables hold the current state. Rows are deleted after some days, and readers
-- then reload everything.
create table chat_events (
  seq bigint primary key,
  room_id uuid not null references chat_rooms on delete cascade,
  kind text not null check (kind in ('message', 'changed', 'deleted', 'room', 'member')),
  -- No foreign key, because readers are also notified of deleted messages.
  message_id uuid,
  -- The person whose membership changed.
  user_id uuid references profiles on delete cascade,
  created_at timestamptz not null default now(),
  check ((kind in ('message', 'changed', 'deleted')) = (message_id is not null)),
  check ((kind = 'member') = (user_id is not null))
);
create index chat_events_room on chat_events (room_id, seq);
create index chat_events_user on chat_events (user_id, seq) where user_id is not null;
create index chat_events_created on chat_events (created_at);

-- People whose messages a reader has hidden. Only the reader can see this.
create table chat_hidden_people (
  user_id uuid not null references profiles on delete cascade,
  hidden_id uuid not null references profiles on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, hidden_id),
  check (user_id <> hidden_id)
);
create index chat_hidden_people_hidden on chat_hidden_people (hidden_id);
-- schema/moderation
-- A muted person reads but can't write: in one room, or everywhere when the room is null.
create table chat_mutes (
  id uuid primary key default new_id(),
  user_id uuid not null references profiles on delete cascade,
  room_id uuid references chat_rooms on delete cascade,
  until timestamptz not null,
  reason text not null check (length(btrim(reason)) between 1 and 500),
  muted_by uuid references profiles on delete set null,
  by_moderator boolean not null default false,
  created_at timestamptz not null default now(),
  lifted_at timestamptz
);
-- One active mute per person and place. A new one replaces it.
create unique index chat_mutes_active on chat_mutes (user_id, room_id) nulls not distinct where lifted_at is null;
create index chat_mutes_room on chat_mutes (room_id) where room_id is not null;
create index chat_mutes_by on chat_mutes (muted_by) where muted_by is not null;

create table chat_bans (
  room_id uuid not null references chat_rooms on delete cascade,
  user_id uuid not null references profiles on delete cascade,
  reason text not null check (length(btrim(reason)) between 1 and 500),
  banned_by uuid references profiles on delete set null,
  by_moderator boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (room_id, user_id)
);
create index chat_bans_user on chat_bans (user_id);
create index chat_bans_by on chat_bans (banned_by) where banned_by is not null;

-- A case is about a message of a person, or about a person.
create table moderation_cases (
  id uuid primary key default new_id(),
  number int generated always as identity unique,
  message_id uuid,
  person_id uuid references profiles on delete set null,
  room_id uuid references chat_rooms on delete set null,
  -- The message when it was first reported. Its author may edit or delete it.
  quote text check (length(quote) between 1 and 8000),
  message_at timestamptz,
  message_seq bigint,
  taken_by uuid references profiles on delete set null,
  passed_to_admin_at timestamptz,
  decision text check (decision in ('nothing', 'hide', 'hide_and_mute', 'mute', 'ban')),
  decision_reason text check (length(btrim(decision_reason)) between 1 and 500),
  decided_by uuid references profiles on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  check ((decision is null) = (decided_at is null)),
  check (message_id is null or quote is not null)
);
create unique index moderation_cases_message on moderation_cases (message_id) where message_id is not null and decided_at is null;
create unique index moderation_cases_person on moderation_cases (person_id) where message_id is null and decided_at is null;
create index moderation_cases_open on moderation_cases (created_at) where decided_at is null;
create index moderation_cases_closed on moderation_cases (decided_at desc, id desc) where decided_at is not null;
create index moderation_cases_about on moderation_cases (person_id, created_at desc);
create index moderation_cases_room on moderation_cases (room_id) where room_id is not null;
create index moderation_cases_taken on moderation_cases (taken_by) where taken_by is not null;
create index moderation_cases_decided_by on moderation_cases (decided_by) where decided_by is not null;

-- A second report by the same person adds its reason and note.
create table moderation_reports (
  id uuid primary key default new_id(),
  case_id uuid not null references moderation_cases on delete cascade,
  reporter_id uuid references profiles on delete set null,
  reason text not null check (reason in ('spam', 'insult', 'impersonation', 'scam', 'other')),
  note text check (length(note) between 1 and 1000),
  created_at timestamptz not null default now()
);
create index moderation_reports_case on moderation_reports (case_id, reporter_id);
create index moderation_reports_reporter on moderation_reports (reporter_id) where reporter_id is not null;
-- schema/webhooks
-- Addresses of other programs, to which members have changes of their own events and bookings sent.
create table webhook_endpoints (
  id uuid primary key default new_id(),
  user_id uuid not null references profiles on delete cascade,
  url text not null check (length(url) between 1 and 2000),
  -- Sealed with a key derived from SECRET. The previous secret also signs until its time, so that receivers can change over.
  secret_sealed bytea not null,
  previous_secret_sealed bytea,
  previous_secret_until timestamptz,
  kinds text[] not null check (cardinality(kinds) between 1 and 20),
  created_at timestamptz not null default now(),
  -- Since when every attempt failed. Null: the last attempt was successful.
  failing_since timestamptz,
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('owner', 'gone', 'failing')),
  constraint webhook_endpoints_disabled check ((disabled_at is null) = (disabled_reason is null)),
  constraint webhook_endpoints_previous check ((previous_secret_sealed is null) = (previous_secret_until is null))
);
create index webhook_endpoints_user on webhook_endpoints (user_id);

-- Messages to endpoints, written in the transaction of the change (database/enqueue-webhooks.ts). Without a foreign key, because its lock would
-- make sales and check-ins wait for changes of endpoints. A periodic task deletes the messages of removed
-- endpoints. Ids of the payload are not personal data of buyers.
create table webhook_deliveries (
  -- The `webhook-id`, by which receivers recognize a repeated message.
  id uuid primary key default new_id(),
  endpoint_id uuid not null,
  kind text not null check (length(kind) between 1 and 40),
  payload jsonb not null,
  created_at timestamptz not null default now(),
  attempts integer not null default 0 check (attempts >= 0),
  -- Null once it was delivered or given up. While it is being sent, the time after which another process may send it.
  next_attempt_at timestamptz default now(),
  delivered_at timestamptz,
  failed_at timestamptz,
  last_attempt_at timestamptz,
  last_status integer,
  last_problem text check (length(last_problem) between 1 and 40),
  constraint webhook_deliveries_ended check (num_nonnulls(next_attempt_at, delivered_at, failed_at) = 1)
);
create index webhook_deliveries_endpoint on webhook_deliveries (endpoint_id, created_at desc, id desc);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_attempt_at) where next_attempt_at is not null;
create index webhook_deliveries_created on webhook_deliveries (created_at);

create trigger tickets_announce_check_in after update of checked_in_at on tickets
  for each row when (old.checked_in_at is null and new.checked_in_at is not null) execute function announce_check_in();
create trigger accounts_taken_over_without_webhooks after update of taken_over_at on accounts
  for each row when (new.taken_over_at is distinct from old.taken_over_at) execute function delete_webhooks();
-- schema/audit-log
create table audit_log (
  id uuid primary key default new_id(),
  actor_id uuid,
  action text not null,
  family text not null generated always as (split_part(action, '.', 1)) stored,
  subject_type text not null,
  subject_id text not null,
  details jsonb not null default '{}',
  -- A person who is involved but is not the subject.
  person_id text generated always as (details ->> 'person') stored,
  -- An id. Entries with a room's name are found by search_text.
  room_id text generated always as (coalesce(details ->> 'roomId', details ->> 'room')) stored,
  search_text text collate "C" not null generated always as (audit_search_text(action, subject_id, details)) stored,
  request_id text,
  created_at timestamptz not null default now()
);
-- Each index ends in the order of the list, so that pages are read in order without sorting.
create index audit_log_created on audit_log (created_at desc, id desc);
create index audit_log_actor on audit_log (actor_id, created_at desc, id desc);
create index audit_log_action on audit_log (action, created_at desc, id desc);
create index audit_log_family on audit_log (family, created_at desc, id desc);
create index audit_log_person on audit_log (person_id, created_at desc, id desc) where person_id is not null;
create index audit_log_room on audit_log (room_id, created_at desc, id desc) where room_id is not null;
create index audit_log_subject on audit_log (subject_id, created_at desc, id desc);
create index audit_log_search on audit_log using gin (search_text gin_trgm_ops) with (fastupdate = off);
create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_change();
create trigger audit_log_not_emptied before truncate on audit_log for each statement execute function refuse_change();
-- functions/deleted_descendants
-- Counts the members of the branch who deleted their accounts, excluding the member itself.
create or replace function deleted_descendants(top invitation_tree) returns bigint language sql stable as $$
  select count(*) from invitation_tree below
  where below.left_at is not null and below.path[1:500] >= top.path[1:500]
    and below.path[1:500] < top.path[1:500] || 2147483647
    and below.path[1:cardinality(top.path)] = top.path and below.id <> top.id
$$;
-- functions/invitation_branch
-- The member and everyone below. Simple enough for the planner to inline.
create or replace function invitation_branch(person uuid) returns setof invitation_tree language sql stable as $$
  select below.* from invitation_tree top join invitation_tree below
    on below.path[1:500] >= top.path[1:500] and below.path[1:500] < top.path[1:500] || 2147483647
    and below.path[1:cardinality(top.path)] = top.path
  where top.id = person
$$;
-- functions/recent_security_events
create or replace function recent_security_events(p_user uuid, p_at timestamptz) returns setof security_events language sql stable as $$
  select * from security_events where user_id = p_user and at > p_at - interval '1 day'
  union all
  select * from security_events where p_user is null and user_id is null and at > p_at - interval '1 day'
$$;
-- functions/refund_tickets
-- Refunds tickets of one order (p_tickets null: all valid ones) with their share of the fee, and subtracts them from
-- the day's sales and from the source of the sale. While a bank decides about the payment, nothing is refunded: the buyer
-- would be paid twice.
create or replace function refund_tickets(p_order uuid, p_tickets uuid[], p_reason text, p_leave_checked_in boolean)
returns table (outcome text, cents integer, tickets jsonb, is_complete boolean) language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
#variable_conflict use_column
declare
  v_now timestamptz;
  v_order record;
  v_tickets uuid[]; v_requested integer; v_checked_in integer;
  v_before bigint; v_after bigint; v_line_cents bigint; v_fee bigint;
  v_refund uuid;
  v_line record;
begin
  select o.* into v_order from orders o where o.id = p_order for no key update;
  if not found then
    return query select 'not_found', 0, '[]'::jsonb, false;
    return;
  elsif v_order.status <> 'confirmed' then
    return query select 'gone', 0, '[]'::jsonb, false;
    return;
  elsif exists (
    select from payments p join disputes d on d.payment_id = p.id
    where p.order_id = p_order and d.status in ('open', 'under_review') and not d.is_inquiry
  ) then
    return query select 'disputed', 0, '[]'::jsonb, false;
    return;
  end if;
  perform 1 from ticket_types t
    where t.id = any (array(select i.ticket_type_id from order_items i where i.order_id = p_order))
    order by t.id for no key update;
  -- A concurrent check-in locks the same rows: the first one wins, and the other sees the result.
  perform 1 from tickets k where k.order_id = p_order order by k.id for no key update;
  v_now := clock_timestamp();
  select array_agg(k.id) filter (where k.checked_in_at is null), count(*) filter (where k.checked_in_at is not null), count(*)
    into v_tickets, v_checked_in, v_requested
    from tickets k where k.order_id = p_order and k.status = 'valid' and (p_tickets is null or k.id = any (p_tickets));
  if v_checked_in > 0 and (v_tickets is null or p_tickets is not null or not p_leave_checked_in) then
    return query select 'checked_in', 0, '[]'::jsonb, false;
    return;
  elsif v_tickets is null or v_requested < (select count(distinct x) from unnest(p_tickets) x) then
    return query select 'gone', 0, '[]'::jsonb, false;
    return;
  end if;

  select sum(i.refunded_cents) into v_before from order_items i where i.order_id = p_order;
  v_after := v_before;
  for v_line in
    select i.ticket_type_id, x.seats, i.quantity_refunded, i.quantity, i.refunded_cents, i.amount_cents as money
    from (select k.ticket_type_id, count(*)::integer as seats from tickets k where k.id = any (v_tickets) group by 1) x
      join order_items i on i.order_id = p_order and i.ticket_type_id = x.ticket_type_id
    order by i.ticket_type_id
  loop
    v_line_cents := prorate(v_line.money, v_line.quantity_refunded + v_line.seats, v_line.quantity) - v_line.refunded_cents;
    v_after := v_after + v_line_cents;
    update order_items set quantity_refunded = quantity_refunded + v_line.seats, refunded_cents = refunded_cents + v_line_cents
      where order_id = p_order and ticket_type_id = v_line.ticket_type_id;
    update ticket_types set quantity_sold = quantity_sold - v_line.seats, revenue_cents = revenue_cents - v_line_cents
      where id = v_line.ticket_type_id;
  end loop;
  v_fee := refunded_fee(v_order.fee_cents, v_after, v_order.subtotal_cents + v_order.added_tax_cents)
    - refunded_fee(v_order.fee_cents, v_before, v_order.subtotal_cents + v_order.added_tax_cents);
  cents := v_after - v_before + v_fee;
  is_complete := not exists (
    select from tickets k where k.order_id = p_order and k.status = 'valid' and not k.id = any (v_tickets));
  if is_complete then
    update orders set status = 'refunded', ended_at = v_now where id = p_order;
    if v_order.promo_code_id is not null then perform release_promo_uses(array[v_order.promo_code_id]); end if;
  end if;
  if cents > 0 then
    insert into refunds (payment_id, amount_cents, fee_cents, reason)
      select p.id, cents, v_fee, p_reason from payments p where p.order_id = p_order and p.status = 'approved'
      returning id into v_refund;
    if v_refund is null then raise exception 'order % has no payment to give back', p_order; end if;
  end if;
  update tickets k set status = case when i.amount_cents > 0 then 'refunded' else 'cancelled' end, refund_id = v_refund
    from order_items i where k.id = any (v_tickets) and i.order_id = p_order and i.ticket_type_id = k.ticket_type_id;
  update ticket_transfers set status = 'withdrawn', settled_at = v_now where ticket_id = any (v_tickets) and status = 'pending';
  insert into order_outbox (order_id, kind) values (p_order, 'refunded') on conflict do nothing;
  -- After order_outbox, in the same lock order as the job that processes it.
  insert into ticket_sales (ticket_type_id, day, tickets, cents)
    select x.ticket_type_id, (v_order.confirmed_at at time zone e.timezone)::date, -x.seats, -x.cents
    from (
      select k.ticket_type_id, count(*) as seats,
             prorate(i.amount_cents, i.quantity_refunded, i.quantity)
             - prorate(i.amount_cents, i.quantity_refunded - count(*), i.quantity) as cents
      from tickets k join order_items i on i.order_id = p_order and i.ticket_type_id = k.ticket_type_id
      where k.id = any (v_tickets) group by k.ticket_type_id, i.quantity, i.amount_cents, i.quantity_refunded
    ) x, events e where e.id = v_order.event_id order by x.ticket_type_id
    on conflict (ticket_type_id, day) do update
      set tickets = ticket_sales.tickets + excluded.tickets, cents = ticket_sales.cents + excluded.cents;
  -- From the same day and source, so that the sums by source stay equal to the sales.
  insert into event_traffic (event_id, day, source, tickets)
    select e.id, (v_order.confirmed_at at time zone e.timezone)::date,
           sale_source(v_order.source, v_order.is_offer, v_order.is_comp), -cardinality(v_tickets)
    from events e where e.id = v_order.event_id
    on conflict (event_id, day, source) do update set tickets = event_traffic.tickets + excluded.tickets;
  outcome := 'refunded';
  tickets := (select jsonb_agg(jsonb_build_object('id', k.id, 'number', k.ticket_number) order by k.id) from tickets k where k.id = any (v_tickets));
  return next;
end $$;
reset check_function_bodies;
insert into schema_changes (name, safe_since) values
('baseline', null);
insert into schema_functions (name, hash) values
('accept_offer', '8b2fb6b272db33d8c440634db5501e42d1761c1bc582387949a72bfc38a81962'),
('account_text', '1be1bb21ee7915639104e2d5a663964b907fce4d22e65a13410c91883bfd1fc3'),
('add_due_invoice', '255bee633d065f4d01021ee19ee89f0444b9b2dd45c5a5e884746b8887e491a0'),
('add_to_ledger_days', '5534b5663c3843213a9274cd7542e9d6458c09ab5362c81a41786f7db7ffd374'),
('added_tax', '64c3c090cf14e2dbb15df9e62b57eedf526c630310b30d614a37bdb6107882fc'),
('announce_check_in', '28c03ab4147ea58c8ef757de5ebdb736451c6160225385ba80274401b3c9e370'),
('are_connected', '6f2bea4c55dd586c0456726e0041fe7c0e77f24f27f47925176cb6e80132e6fc'),
('audit_late_approval', '7461936587a6cdd66819ddef096da966c5b3a7ec07f4f7c635acd99b416e5ca8'),
('audit_search_text', 'c08e349aa0ebefe421b9069eddc85fc093bb93e668fab92d93870de1a2a77c1f'),
('cancel_order', '85c55f0fbd48023df171fedece1d4eb40809295b9c358525068c4ddca61f9a0f'),
('check_booking_transition', '0327e02b5cea44581195cb6dc5606b87b193f9d5b41b1273d4c5c982886b926f'),
('check_connection_transition', 'a6b7de903b223aa3f990e65116b6eb6ff22842a226f45493eba94969831f4127'),
('check_event_transition', 'f87ef1e74ac182c3d8803c8be5caa9f0de22d119260fc781c418974bfa96fd64'),
('check_in', '026d9c203a6e0ee4299d7cedc7edf56c47e1ece53926e680215f7534851338db'),
('check_in_closed', 'e7486db46532f3b6e8a7ff184dc7761f184ebb7ba839ed5a083b5002d7408545'),
('check_in_quarter', 'ee4d24057dffd9a029f93b515cf416c480961920adee9fa1ca976b11b6f97fe4'),
('check_invitation_transition', 'eaf087ebd5e1aaa8c1f9fbe576e0fa6c36e3d03bedbd86c1a1288adbc6d717ee'),
('check_ledger_balance', 'e1d9a66608cd3681a73e4b3719d6c04033a0f0d882cb3d2fdf1be86eb5702118'),
('check_ledger_entries', 'dffd4e86f76e62a5215e2942bd979f484c5ea99421839e1fb1fabeb17e53b886'),
('check_order_sums', 'a08476019808e24b1c3a0e358813aeb1a1c3482c77739e95fd075b3fd92f1768'),
('check_order_transition', '738d893c1e62798f9781f19ca2568641bec74ef35e5dece3c69369300b0b9b65'),
('check_refund_sum', 'e041d8af30909668ec72627e2ef93f83a18de250ea224da90bbe28acb5afdc93'),
('check_ticket_transition', '762834aee20aa6140b5e9dfccdd2ee11030c4aa5baffa453ede8275b73961606'),
('close_offers', '893d51deb0a1479ac1bfa4a3cba7f580c0bbf7b01064f59a101a89eaba56f400'),
('copy_account_email', 'b790f3c5b1b22ed3e341a3d7cba007ac2823884ddde33ffa04742531d96623c3'),
('copy_event_currency', '92b7ffeb5d4edb5668c839c5734358d88fc967a09aa957f4aaa86d7232d78cd3'),
('copy_has_second_factor', '937c808729fd7a96ed3b4ed8273398b77f062b8a8365bcbd206548ff020e8bd1'),
('copy_is_dj', 'd86ac42789601651a523ca99a3e028f516a3b80aa3899531f30512324578580d'),
('count_profile_views', '57042f104b9e8faaf7b37b5cfda85e82174de0bea6eda05476569f701613f5e8'),
('count_waiting', 'f4e152623fb3c7933aaacb4f8bff5a8053c929ff827f233e2292c48cb11bbf88'),
('currency_unit', '18ae35ae26eab070eb6b08dbd86f75b722bb9d11af1b1fa2c6be2013c10a96dd'),
('delete_api_keys', 'dea95a60ac7e426aed8a46b718a5684e05b972b1abdf9c1ed2467916afbdea3d'),
('delete_webhooks', '8ca531cbaea6a2d68f711861b4fa234e5b4f6e35428174df1e0e0b03f1fc856f'),
('deleted_descendants', 'd2f72225b5ceb9631128bac02798f42bd803d1946751d3131d37e5fee1ff094b'),
('discount_of', 'dbece19cb6fafd68106c8300ab369b3c92b73c97d6ca56108c2fae5980aa644e'),
('end_calendar', '5eac3220835ecf2f25a4f7b604d058d63fdf056748b64d60c0119621df5a2add'),
('end_holds', '8a940f517e1e2dea5f95a7cc975ba5b21ad2ee7c5f1e1ba0905892d14c9970d5'),
('event_search_names', 'e0d600e4e31d4b2a1d42cf782cd85957b34b8c79ea2a93416287ed7ac0b23b87'),
('expire_orders', 'e4982b7b2122b788b59a36e700c41076eac24bdbb733ff17136e5efd232878b3'),
('fold_text', '2e60a13b0cf4aa36316adba8a26174cecb73b88052e2ed24179cc86663d733db'),
('give_tickets', '92b6a79a645d3eb9e6fb5b28b06d4b0487176ceaa645027ec9943768ae4abda8'),
('hold_limit_reached', '06d0258ee5629e150db9721fc32744110667285c25f159493480d2ebc777b7d5'),
('insert_tree_member', '33bcdf9cf7dc4422c11878c78e433cbf006c6df49e8cda4a2a90221827a8a71b'),
('invitation_branch', '38d789fcc874937ff2481d98ceb7e3e0fbbcf055b90740ae92eacf83b412935f'),
('invoice_number_of', 'feb6a793a217d7dbfb47a337d935f3c2cf14087388ed7c2c9222ec3b9ef520c0'),
('is_blocked_between', '3d1ab5a24cd72a1274c48305b29e91f087eba2439731f2f4614f3195957045da'),
('is_paid_out', '8b33ad875d1561ceec922abecb10996173f43125f98b7a6c7c2cc7d30fbb6c35'),
('is_set_cancelled', 'f4b9ca2bc700f70a592422f79b9912d4cfbeaf8511bf989849fafdfb7c4fbab2'),
('is_suspended', 'fe9a93667c992a2ce93f727a72f5424cad88baaf4af9c845b5d01631b35972dd'),
('iso_moment', 'f8b075cf42040ef2735621f74c37b4e1e20386e445f4d179c7c35d7874037a1a'),
('issue_tickets', 'a3b6a3e6673777a00e0565d25d6876f8ee740725d5df8d46285e92cde1e38ad0'),
('leave_invitation_tree', 'b228844f6e0e840eb51d003769eb0e20d7f9553e8c9e7858efb517bd10d6ec68'),
('line_up_changes_search_names', 'a8add058b92692f99fea3e507254e1b15a39f234c54ae4f1ae233262c3024ed2'),
('lock_dj_time', 'f85d077cd404f05ba21d0c71afcede5245e65d4e2b5f7e50eb6eb27fb078cbfe'),
('mark_ticket_change', '12f919cf3f2e687143719d5922c679bf7d22e08cbb52f70f6af566d56b072ebb'),
('network_holds', 'e44dd8c3003a37147c1eafc4d887c18ccc7b671b6369ea4fb8c4fbe01d30013c'),
('new_id', 'a4f50be599db37e0873b51d8eaa97bf5258f1f0ef7c8522aae19080262d647f1'),
('newest_messages', '85d61e0b25781fb8be46e0e87c05ee5d85b610624bd66869bb8b9d82a6d67f2a'),
('newest_shown_messages', '809570e5b255038695dc4ba93807431617224ef6b376833af144007ccee99079'),
('next_booking_number', '8d92e31e5279b858288b700e26701dbd3390c2e814a95acaf12b14acb9e1a6ac'),
('next_ticket_number', 'ec77c4d66665ed6dab6057aa0181416825f0888d9db507b053b150590c168207'),
('offer_waitlist', 'cfabf652a1480f09f0991f2e32395749ba28921cab119df11a4d64cffab92fb6'),
('order_number_of', 'ebc7bef63ab0b8036695495af10690cc4c3c738d9d3febd2cec8391332f28d99'),
('payable_orders', '163f6985d566aa092545e5e62ca266120223f7584981354c8d1eb0ec1d171553'),
('place_invited_member', '5e7deb8690ea464591a8671cab24359f721683cc7a5db39c621ba4c8b51e99fd'),
('post_booking_payment', '0c9ca93e19ca77aeb17b59df0c223a1fc5642fbd218d76f775c3a8bfab8f907b'),
('post_dispute', 'e18483280415c3efdd6f11092e6db7c9c9fd87105fba3c5855e137a6b45240f4'),
('post_provider_fees', 'ae8d25903907613cd2f84a045328e170274cce5609078a8e2a1405904fd583d2'),
('post_refund', '933b2ab207b68f7f0075e1f99e4966f4b9eab5e30a9ef32b4efe32a33752452e'),
('post_sales', '206b0ab6ba698cdc066f1cbce61537fde1862cdf85a8b6b845728f82cbf5e7d9'),
('post_to_ledger', '2049237407c3fa0e7ef97b51c0636664be870198032071e1a0199e78b2024fca'),
('post_transfer', 'bfcc2c3e64880d99b464dbb67392bac9cef15aa94e200ca14b73e1c2bd286bec'),
('profile_name_changes_search_names', 'b156f84fbe746abe672f985e068fda14e35e57c157b63a157a9158bc0267c48f'),
('prorate', '8ca4d7e44c6c34693fc74a030a0bf9dee1e0519cf47794aaaed32850db11612e'),
('recent_security_events', 'f439ed305ac0a9658ad099ffbcf8c071dc259af63675312295807a422c8fa571'),
('record_refund_outcome', 'e45afaeb21d9808d0d42681a76c1dd95b00d6b644208a05adf0b5b648a604501'),
('record_refunds', '93d37ba9f12e55f9b37271407aa7bdab765934a2cc166bf9b866c24721ab1ba3'),
('record_security_event', 'd4904ef00c59ce42aa1322651e3d7547e28c7349e3cada2297b206f5bf38e565'),
('refresh_event_search_names', '77fbd6ed315b574b7f1020817499ecd1e4870b909fb169f4fbe2abb3d1dc26b6'),
('refund_tickets', '80da9bda35f1bd9f747f37236ee61e90cacab33d942496da051f43bbfb0f9b81'),
('refunded_fee', '49b95e9bb17880e411f2271afce827955aab977a8baab78f3c136164f02777de'),
('refuse_booking_step_change', 'b1f487695b7609c54c8843fb74694214244ad4e8ada4571a00cbaa7cfce765ae'),
('refuse_booking_step_deletion', 'f40eb84c9404543ea2816d828df121c6d69536dce3c0ce00d00aa58546fa161a'),
('refuse_change', '40624155978a24831a50e9df1f2b31613511375ff8802a786f5e46706b195af5'),
('refuse_paid_out_event_change', 'dd9440695eddb61cbedf2dbf23aaf4302a6380089b18a3d53561fc3944adc5cb'),
('release_orders', '9aace62cd0712a1d92538cc2cac0a095c53f4566d019a1ab1a0a425822000e99'),
('release_promo_uses', '929629281bfe606b3e7a5854c7ef066125bb021f4d9fd12f61df7e38288715fd'),
('remove_avatar_files', '2e2973b30af402fb22a0382783e96cba16385bed64fef4c4b7e97b617eddcd8d'),
('remove_event_files', '781085f7d181361a4118bc00c0a8fe4976b8fac29b78d417ac43577e76d680cc'),
('require_an_admin', 'eb70c25582ef7db4d03ee486ab7d8439146bd5b2ff04dc6d4e3335f7125e5897'),
('reserve_orders', '7ef48bbbfc27017de15b38b3a4165b2d78885ffa04656bb10b37f6643eafebde'),
('revoke_calendar_feeds', 'a1d66f3015fad9958f922a7eea8670b660719f2071c2d2c5352b40d1674d7082'),
('sale_source', '9f1b0543cef9b1003579e79d2ff93be41cf1af30410281e0803a15ea9f0fa070'),
('set_event_search_names', 'e04502946b2dd10042971e4f0873e3f463df9279fb362eb8165cf31fd9cd7268'),
('set_invitation_path', 'ece993d36501fb49c8d1c471b0f87919f9d30bd01c802ca064976e1b51f31d0b'),
('set_review_side', 'c4e6fea7b8cd920e2a2defbaa384442ac5ee95d9a1c2205e74e6ba0c4e1d66ca'),
('settle_payments', 'be8bf05bffe46ec74428d6f1a989d94cac2abc4869c9f2625d4c48f962f0cf24'),
('short_ngrams', 'eefdcbcccb70912c09ea807d3f78d451f39df7decb4825980286f303647b5871'),
('split_cents', 'c6840fa03b2e4b42015d0109a4f82d0b109c43c8c9735da62021a25e1a4b3b23'),
('suspended_people', 'ac56dd30d5bddf2ec3aa1f37773511264dd5340d456e5b31b7d09e9c6e71f43f'),
('ticket_number_of', '416854096863093b81dd5f84eaa951fa34bbc533e38e17bc03f635fd82bb1f45'),
('transfer_deposit', '6c28cad2e4cab2d0296a990b22803c6e59a39c673145d0060c171d69dd2df8e2');
