import { sendJson, serveBare } from './bare-server'

const CARD = `'id', e.id, 'title', e.title, 'eventType', e.event_type, 'startsAt', e.event_date, 'timezone', e.timezone,
  'venueName', e.venue_name, 'location', e.location, 'imageUrl', e.featured_image_url,
  'fromCents', coalesce(t.lowest, e.ticket_price_cents, 0), 'available', coalesce(t.available, 0),
  'hostName', h.display_name`

const JOINS = `left join profiles h on h.id = e.dj_id
  left join lateral (
    select min(price_cents) as lowest, sum(quantity_total - quantity_sold - quantity_held) as available
    from ticket_types where event_id = e.id
  ) t on true`

const LIST = `select json_build_object('events', json_agg(card))::text as body from (
  select json_build_object(${CARD}) as card from events e ${JOINS}
  where e.is_public and e.event_status = 'published' and e.event_date >= now()
  order by e.local_day, e.event_date, e.id limit 50) cards`

const ONE = `select json_build_object(${CARD}, 'description', e.description, 'status', e.event_status, 'doorsAt', e.doors_at,
  'endsAt', e.ends_at, 'venueAddress', e.venue_address, 'capacity', e.capacity, 'ageRestriction', e.age_restriction,
  'host', json_build_object('id', h.id, 'name', h.display_name, 'bio', h.bio, 'avatarUrl', h.avatar_url,
    'isVerified', h.is_verified, 'genre', h.genre),
  'lineUp', (select json_agg(json_build_object('name', s.name, 'djId', s.dj_id, 'startsAt', s.starts_at, 'endsAt', s.ends_at)
    order by s.billing) from line_up_slots s where s.event_id = e.id),
  'ticketTypes', (select json_agg(json_build_object('id', y.id, 'name', y.name, 'description', y.description,
    'priceCents', y.price_cents, 'available', y.quantity_total - y.quantity_sold - y.quantity_held) order by y.sort_order)
    from ticket_types y where y.event_id = e.id))::text as body
  from events e ${JOINS} where e.id = $1 and e.is_public and e.event_status <> 'draft'`

/** Serves the list and one event, each with a single statement that builds the JSON. */
export function serveReads(): void {
  serveBare((pool) => ({
    'GET /list': async (_request, response) => {
      const { rows } = await pool.query<{ body: string }>({ name: 'list', text: LIST })
      sendJson(response, rows[0]?.body ?? '')
    },
    'GET /one': async (request, response) => {
      const id = request.url?.split('?id=')[1]
      const { rows } = await pool.query<{ body: string }>({ name: 'one', text: ONE, values: [id] })
      sendJson(response, rows[0]?.body ?? '')
    },
  }))
}
