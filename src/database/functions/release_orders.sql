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
