import type { Currency } from '~/lib/currency'
import { type RawBuilder, sql } from 'kysely'
import { toEpochMicros } from '~/database/time-page-clauses'
import { sumByCurrency } from '~/lib/amounts'
import { readPage } from '~/lib/list-page'
import { requireCaller } from '~/platform/rpc/context'
import type { MyEvent, MyEvents } from '../../contract-dashboard-shapes'
import { dayCursor } from '../../rules/day-cursor'
import { getEventPhase } from '../../rules/event-phase'
import { listEventActions, type EventRelation } from '../../rules/event-policy'
import type { DashboardStatus } from '../../rules/event-status'
import type { EventType } from '../../rules/event-type'
import type { Context } from '../context'
import { dayNumber, inOrder, toCursorTuple } from '../list-filter'
import { getEventEndSql } from '../event-end'

interface Row {
  id: string
  title: string
  status: DashboardStatus
  starts_at: Date
  ends_at: Date | null
  day: number
  micros: number
  is_date_open: boolean
  timezone: string
  currency: Currency
  venue_name: string
  location: string
  image_url: string | null
  event_type: EventType
  relations: EventRelation[]
  version: number
  sold: number
  total: number
  revenue_cents: number
}

const PAGE = 20
/** The maximum number of upcoming events to list, which is more than any account has. */
const MAX_UPCOMING = 500

/**
 * ME-01, ME-02: lists every event that the caller organizes, hosts or works at. Sales come from the counters of the ticket
 * types, so that the cost doesn't grow with the tickets sold.
 */
export async function listMyEvents(
  context: Pick<Context, 'caller' | 'db' | 'now'>,
  { after }: { after?: string | undefined },
): Promise<MyEvents> {
  const now = context.now()
  const callerId = requireCaller(context).id
  const read = async (rest: RawBuilder<unknown>) => {
    const { rows } = await selectMyEvents(callerId, rest).execute(context.db)
    return rows
  }
  const upcomingCondition = sql`(${getEventEndSql('e')} > ${now}::timestamptz
    or e.is_date_open and e.event_status = 'postponed')`
  const [upcoming, { shown, nextCursor }] = await Promise.all([
    after === undefined
      ? read(sql`where ${upcomingCondition}
          order by e.is_date_open and e.event_status = 'postponed', ${inOrder} limit ${sql.lit(MAX_UPCOMING)}`)
      : [],
    readPage({ after }, PAGE, {
      cursor: dayCursor,
      read: ({ row }, most) =>
        read(sql`where not ${upcomingCondition} ${row ? sql`and (${inOrder}) < ${toCursorTuple(row)}` : sql``}
          order by e.local_day desc, e.event_date desc, e.id desc limit ${sql.lit(most)}`),
      getKey: ({ day, micros, id }) => [day, micros, id],
    }),
  ])
  const mine = upcoming.map((row) => toMyEvent(row, now))
  return {
    upcoming: mine,
    past: shown.map((row) => toMyEvent(row, now)),
    nextCursor,
    totals: after === undefined ? sumTotals(mine) : null,
  }
}

/** Selects the caller's events by the index of each relation; `rest` filters and sorts them. */
function selectMyEvents(callerId: string, rest: RawBuilder<unknown>): RawBuilder<Row> {
  const me = sql`${callerId}::uuid`
  return sql`
    with mine as (
      select id, array_agg(relation) as relations from (
        select id, 'organizer' as relation from events where organizer_id = ${me}
        union all select id, 'host' from events where dj_id = ${me}
        union all select event_id, relation from event_people where person_id = ${me}
      ) x group by id
    )
    select e.id, e.title, e.event_status as status, e.event_date as starts_at, e.ends_at,
      ${toEpochMicros(sql`e.event_date`)} as micros, ${dayNumber} as day, e.is_date_open, e.timezone, e.currency, e.venue_name, e.location,
      e.featured_image_url as image_url, e.event_type, m.relations, e.version, t.sold, t.total, t.revenue_cents
    from mine m join events e on e.id = m.id
    cross join lateral (
      select coalesce(sum(quantity_sold), 0)::int as sold, coalesce(sum(quantity_total), 0)::int as total,
        coalesce(sum(revenue_cents), 0)::bigint as revenue_cents
      from ticket_types where event_id = e.id
    ) t ${rest}`
}

function toMyEvent(row: Row, now: Date): MyEvent {
  const acts = listEventActions(row.relations)
  const canSeeSales = acts.includes('sales') || acts.includes('edit')
  const { sold, total } = canSeeSales ? row : { sold: 0, total: 0 }
  const startsAt = row.starts_at.toISOString()
  const phase = getEventPhase({ startsAt, endsAt: row.ends_at?.toISOString() ?? null }, now)
  return {
    id: row.id,
    title: row.title,
    status: row.status === 'published' && phase === 'over' ? 'completed' : row.status,
    startsAt,
    isDateOpen: row.is_date_open,
    timezone: row.timezone,
    venueName: row.venue_name,
    location: row.location,
    imageUrl: row.image_url,
    eventType: row.event_type,
    relations: row.relations,
    actions: acts,
    sold,
    total,
    salesPercent: total === 0 ? 0 : Math.round((sold / total) * 100),
    revenueCents: acts.includes('sales') ? row.revenue_cents : null,
    currency: row.currency,
    version: row.version,
  }
}

function sumTotals(events: readonly MyEvent[]): MyEvents['totals'] {
  // Both figures cover the same events: an event without visible revenue counts in neither.
  const seen = events.filter(({ revenueCents }) => revenueCents !== null)
  return {
    tickets: seen.reduce((sum, { sold }) => sum + sold, 0),
    revenues: sumByCurrency(
      seen.map(({ currency, revenueCents }) => ({ currency, cents: revenueCents ?? 0 })),
    ),
  }
}
