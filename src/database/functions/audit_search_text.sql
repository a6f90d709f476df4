-- The searchable text of an entry: the action as words, codes, reasons and rooms. Names of people change, so they are
-- not stored. Ids are excluded, because "ada" would match every third of them.
create or replace function audit_search_text(p_action text, p_subject_id text, p_details jsonb) returns text
language sql immutable parallel safe as $$
  select public.fold_text(translate(p_action, '._', '  ') || ' ' || regexp_replace(
    p_subject_id || ' ' || coalesce((select string_agg(value, ' ') from jsonb_each_text(p_details)), ''),
    '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', '', 'gi'))
$$;
