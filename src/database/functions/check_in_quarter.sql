create or replace function check_in_quarter(t timestamptz) returns timestamptz language sql immutable parallel safe as $$
  select date_bin('15 minutes', t, timestamptz 'epoch')
$$;
