-- The source of an order in event_traffic.
create or replace function sale_source(p_source text, p_is_offer boolean, p_is_comp boolean)
returns text language sql immutable parallel safe as $$
  select case when p_is_comp then 'given' when p_is_offer then 'waitlist' else coalesce(p_source, 'unknown') end
$$;
