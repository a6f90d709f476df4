import { CARDS_SQL } from './event-card-sql'
import { serveBare } from './bare-server'

interface Row {
  id: string
  title: string
  event_type: string
  event_date: Date
  timezone: string
  venue_name: string
  location: string
  from_cents: number
  available: number
  host_name: string | null
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })
  formats.set(timeZone, format)
  return format
}

const card = (row: Row) => `
<article class="ev"><time datetime="${row.event_date.toISOString()}">${formatOf(row.timezone).format(row.event_date)}</time>
<span>${escapeHtml(row.event_type)}</span><h3>${escapeHtml(row.title)}</h3>
<p>${escapeHtml(row.venue_name)}, ${escapeHtml(row.location)} ${escapeHtml(row.host_name ?? '')}</p>
<dl><dt>From</dt><dd>$${(row.from_cents / 100).toFixed(2)}</dd><dt>Available</dt><dd>${row.available}</dd></dl>
<a href="/events/${row.id}">View Details</a></article>`

/** Renders `/events` as a template string from the same rows. */
export function servePages(): void {
  serveBare((pool) => ({
    'GET /events': async (_request, response) => {
      const { rows } = await pool.query<Row>({ name: 'cards', text: CARDS_SQL })
      const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Events</title></head>
<body><main><h1>Upcoming Events</h1><div class="wall">${rows.map(card).join('')}</div></main></body></html>`
      response
        .writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          'content-length': Buffer.byteLength(html),
        })
        .end(html)
    },
  }))
}
