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
