-- What of a line is looked for, besides the names of people, which change: its action as words, its codes, reasons and rooms.
-- Ids are left out: "ada" would be found in every third of them.
create function audit_search_text(p_action text, p_subject_id text, p_details jsonb) returns text
language sql immutable parallel safe as $$
  select lower(translate(p_action, '._', '  ') || ' ' || regexp_replace(
    p_subject_id || ' ' || coalesce((select string_agg(value, ' ') from jsonb_each_text(p_details)), ''),
    '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', '', 'gi'))
$$;
alter table audit_log
  add column family text not null generated always as (split_part(action, '.', 1)) stored,
  -- Whom else it concerns, where the subject is not a person.
  add column person_id text generated always as (details ->> 'person') stored,
  -- And where. A room that was written down by its name is found by the words.
  add column room_id text generated always as (coalesce(details ->> 'roomId', details ->> 'room')) stored,
  -- Collation C: LIKE compares bytes, several times faster than by a language.
  add column search_text text collate "C" not null generated always as (audit_search_text(action, subject_id, details)) stored;
-- Each of them ends in the order of the list, so that a page is read along it and never sorted.
create index audit_log_actor on audit_log (actor_id, created_at desc, id desc);
create index audit_log_action on audit_log (action, created_at desc, id desc);
create index audit_log_family on audit_log (family, created_at desc, id desc);
create index audit_log_person on audit_log (person_id, created_at desc, id desc) where person_id is not null;
create index audit_log_room on audit_log (room_id, created_at desc, id desc) where room_id is not null;
drop index audit_log_subject;
create index audit_log_subject on audit_log (subject_id, created_at desc, id desc);
-- Without the list of what is not filed yet: each search would read all of it, up to four megabytes.
create index audit_log_search on audit_log using gin (search_text gin_trgm_ops) with (fastupdate = off);

-- Who is meant by a name, whoever they are: the other indexes of names know the members of the directory only.
create index profiles_names on profiles using gin (lower(full_name || ' ' || coalesce(dj_name, '')) gin_trgm_ops)
  with (fastupdate = off);
create index chat_rooms_names on chat_rooms using gin (lower(name) gin_trgm_ops);

-- Where money goes back or is taken late, the database itself decides (settle_payments), so it is written down there: nothing
-- more happens to an order that is paid in time than the look at two words.
create function record_refunds() returns trigger language plpgsql as $$
begin
  -- Under the refund's own id and moment: there is one line for each, whatever is asked twice.
  insert into audit_log (id, action, subject_type, subject_id, details, created_at)
    select r.id, 'money.refund', 'order', o.id::text, jsonb_build_object(
      'order', o.order_number, 'cents', r.amount_cents, 'person', o.customer_id, 'why', r.reason), r.created_at
    from requested r join payments p on p.id = r.payment_id join orders o on o.id = p.order_id;
  return null;
end $$;
create trigger refunds_recorded after insert on refunds referencing new table as requested
  for each statement execute function record_refunds();

create function record_refund_outcome() returns trigger language plpgsql as $$
begin
  insert into audit_log (action, subject_type, subject_id, details)
    select case new.status when 'done' then 'money.refund_sent' else 'money.refund_failed' end, 'order', o.id::text,
      jsonb_strip_nulls(jsonb_build_object('order', o.order_number, 'cents', new.amount_cents, 'person', o.customer_id,
        'why', case new.status when 'failed' then new.last_error end))
    from payments p join orders o on o.id = p.order_id where p.id = new.payment_id;
  return null;
end $$;
create trigger refunds_outcome_recorded after update on refunds for each row
  when (old.status = 'requested' and new.status <> 'requested') execute function record_refund_outcome();

create function record_late_approval() returns trigger language plpgsql as $$
begin
  insert into audit_log (action, subject_type, subject_id, details) values ('money.late_approval', 'order', new.id::text,
    jsonb_build_object('order', new.order_number, 'cents', new.total_cents, 'person', new.customer_id));
  return null;
end $$;
create trigger orders_late_approval_recorded after update on orders for each row
  when (old.status = 'expired' and new.status = 'confirmed') execute function record_late_approval();
