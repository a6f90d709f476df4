-- Releases uses of promo codes, one per order. The caller has locked the ticket types.
create or replace function release_promo_uses(p_promos uuid[]) returns void language plpgsql as $$
begin
  perform 1 from promo_codes c where c.id = any (p_promos) order by c.id for no key update;
  update promo_codes c set used = c.used - x.n
    from (select y, count(*)::integer as n from unnest(p_promos) y group by y) x where c.id = x.y;
end $$;
