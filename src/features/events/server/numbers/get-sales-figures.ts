import { sql } from 'kysely'
import { requireCaller } from '~/platform/rpc/context'
import type { z } from 'zod'
import type { saleNumbers } from '../../contract-numbers'
import { canAct } from '../../rules/event-policy'
import type { EventType } from '../../rules/event-type'
import { computeConversion, countDaysBetween, computePerDayToSellOut } from '../../rules/sale-pace'
import type { SaleSource } from '../../rules/traffic-source'
import { formatTrafficSource } from '../../rules/traffic-source'
import type { Context } from '../context'
import { findOwnEvent, type OwnEvent } from '../own-event'
import { refuse } from '../refused-error'

type NumbersContext = Pick<Context, 'caller' | 'db' | 'now'>

/**
 * Returns the sales figures of an event from counters that each sale, view and check-in updates: the cost does not
 * depend on the number of tickets. Managers get the counts without revenue.
 */
export async function getSalesFigures(
  context: NumbersContext,
  id: string,
): Promise<z.input<typeof saleNumbers>> {
  const { db } = context
  const own = await findEventWithSales(context, id)
  if (own === undefined) throw refuse('NOT_FOUND')
  const canSeeMoney = canAct(own.relations, 'sales')
  const [head, days, types, sources, quarters] = await Promise.all([
    readEventHead(context, own),
    listSaleDays(db, own.id),
    listTicketTypeSales(db, own.id),
    listTrafficSources(db, own.id),
    listCheckInQuarters(db, own.id),
  ])
  const sold = sum(types, ({ sold: of }) => of)
  const total = sum(types, ({ total: of }) => of)
  const views = sum(sources, ({ views: of }) => of)
  const daysToGo = head.days_open ? Math.max(0, countDaysBetween(head.today, head.first_day)) : null
  return {
    event: {
      id: own.id,
      title: own.title,
      status: own.status,
      startsAt: own.startsAt.toISOString(),
      isDateOpen: head.is_date_open,
      timezone: own.timezone,
      venueName: head.venue_name,
      location: head.location,
      imageUrl: head.featured_image_url,
      eventType: head.event_type,
      canEdit: canAct(own.relations, 'edit'),
      canManageMoney: canAct(own.relations, 'money'),
    },
    revenueCents: canSeeMoney ? sum(types, ({ revenue_cents: of }) => of) : null,
    currency: own.currency,
    sold,
    total,
    salesPercent: total === 0 ? 0 : Math.round((sold / total) * 100),
    views,
    conversionPerMille: computeConversion(sold, views),
    daysToGo,
    perDayToSellOut: computePerDayToSellOut({ left: total - sold, days: daysToGo }),
    days: days.map(({ day, tickets, cents }) => ({ day, tickets, cents: canSeeMoney ? cents : null })),
    today: head.today,
    types: types.map(({ price_cents: priceCents, is_hidden: isHidden, revenue_cents: cents, ...type }) => ({
      ...type,
      isHidden,
      priceCents,
      revenueCents: canSeeMoney ? cents : null,
    })),
    sources: sources.map((row) => ({ ...row, label: formatTrafficSource(row.source, head.host_name) })),
    checkIns: {
      tickets: sum(quarters, ({ tickets }) => tickets),
      guests: sum(quarters, ({ guests }) => guests),
      expected: sold,
      quarters,
    },
  }
}

/** Returns the event for people who may see its sales: the organizer and host with revenue, managers without. */
export async function findEventWithSales(
  { caller, db }: NumbersContext,
  id: string,
): Promise<OwnEvent | undefined> {
  const person = requireCaller({ caller })
  return (
    (await findOwnEvent(db, person, { id, act: 'sales' })) ?? findOwnEvent(db, person, { id, act: 'guests' })
  )
}

interface HeadRow {
  is_date_open: boolean
  days_open: boolean
  venue_name: string
  location: string
  featured_image_url: string | null
  event_type: EventType
  host_name: string | null
  today: string
  first_day: string
}

async function readEventHead({ db, now }: NumbersContext, own: OwnEvent): Promise<HeadRow> {
  const { rows } = await sql<HeadRow>`
    select e.is_date_open, not e.is_date_open and e.event_date > ${now()}::timestamptz
        and e.event_status <> 'cancelled' as days_open,
      e.venue_name, e.location, e.featured_image_url, e.event_type, h.display_name as host_name,
      (${now()}::timestamptz at time zone e.timezone)::date::text as today,
      (e.event_date at time zone e.timezone)::date::text as first_day
    from events e left join profiles h on h.id = e.dj_id where e.id = ${own.id}::uuid`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The event no longer exists')
  return row
}

// At most this many of the latest days with sales are returned, more than any event has.
const MAX_DAYS = 730

async function listSaleDays(db: NumbersContext['db'], eventId: string) {
  const { rows } = await sql<{ day: string; tickets: number; cents: number }>`
    select * from (
      select s.day::text as day, sum(s.tickets)::integer as tickets, sum(s.cents)::bigint as cents
      from ticket_types t join ticket_sales s on s.ticket_type_id = t.id
      where t.event_id = ${eventId}::uuid group by s.day order by s.day desc limit ${sql.lit(MAX_DAYS)}
    ) latest order by day`.execute(db)
  return rows
}

async function listTicketTypeSales(db: NumbersContext['db'], eventId: string) {
  const { rows } = await sql<{
    id: string
    name: string
    is_hidden: boolean
    price_cents: number
    sold: number
    total: number
    revenue_cents: number
  }>`
    select id, name, access_code is not null as is_hidden, price_cents, quantity_sold as sold, quantity_total as total, revenue_cents
    from ticket_types where event_id = ${eventId}::uuid order by sort_order, id`.execute(db)
  return rows
}

async function listTrafficSources(db: NumbersContext['db'], eventId: string) {
  const { rows } = await sql<{ source: SaleSource; views: number; tickets: number }>`
    select source, sum(views)::integer as views, greatest(0, sum(tickets))::integer as tickets
    from event_traffic where event_id = ${eventId}::uuid group by source having sum(views) > 0 or sum(tickets) > 0 order by tickets desc, views desc, source`.execute(
    db,
  )
  return rows
}

async function listCheckInQuarters(db: NumbersContext['db'], eventId: string) {
  const { rows } = await sql<{ at: Date; tickets: number; guests: number }>`
    select quarter as at, tickets, guests from check_in_quarters
    where event_id = ${eventId}::uuid and (tickets > 0 or guests > 0) order by quarter`.execute(db)
  return rows
}

function sum<Row>(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((total, row) => total + of(row), 0)
}
