-- The text that admins search of an account. It is also the sort key of the list by email, where accounts without one
-- come first.
create or replace function account_text(email text, full_name text, dj_name text) returns text
language sql immutable parallel safe as $$
  select public.fold_text(coalesce(email, '') || ' ' || full_name || ' ' || coalesce(dj_name, '')) collate "C"
$$;
