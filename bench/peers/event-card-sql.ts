/** Reads the rows of a list page with handwritten SQL; the price is the lowest of the ticket types. */
export const CARDS_SQL = `
  select e.id, e.title, e.event_type, e.event_date, e.timezone, e.venue_name, e.location, e.featured_image_url,
    coalesce(t.lowest, e.ticket_price_cents, 0) as from_cents, coalesce(t.available, 0)::int as available,
    h.display_name as host_name
  from events e
  left join profiles h on h.id = e.dj_id
  left join lateral (
    select min(price_cents) as lowest, sum(quantity_total - quantity_sold - quantity_held) as available
    from ticket_types where event_id = e.id
  ) t on true
  where e.is_public and e.event_status = 'published' and e.event_date >= now()
  order by e.local_day, e.event_date, e.id limit 50`
