import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '~/database/connect'
import { createTimePageClauses } from '~/database/time-page-clauses'
import { sumRefundedCents } from '~/features/orders/server/public'
import { isId } from '~/lib/ids'
import { readTimePage } from '~/lib/list-page'
import type { personBookings, personOrders, personReports } from '../../contract-users-shapes'
import { refuse } from '../refused-error'

const PAGE = 25

interface Page {
  id: string
  after?: string | undefined
}

type Orders = z.input<typeof personOrders>
type Bookings = z.input<typeof personBookings>
type Reports = z.input<typeof personReports>
type Paged<Row> = Row & { micros: number }

/** Lists a person’s orders, newest first. */
export async function listUserOrders(db: Database, { id, after }: Page): Promise<Orders> {
  await requireAccount(db, id)
  const { shown, nextCursor } = await readTimePage({ after }, PAGE, async (start, most) => {
    const walk = createTimePageClauses('o', start, [sql`o.customer_id = ${id}::uuid`])
    const { rows } = await sql<Paged<Orders['orders'][number]>>`
      select o.id, o.order_number as "orderNumber", o.status, o.total_cents as "totalCents", o.currency,
        case when o.confirmed_at is null then 0 else ${sumRefundedCents(sql`o.id`)} end as "refundedCents", o.created_at as "createdAt",
        ${walk.micros} as micros,
        (select coalesce(sum(i.quantity), 0) from order_items i where i.order_id = o.id) as "ticketCount",
        json_build_object('id', e.id, 'title', e.title, 'startsAt', e.event_date, 'timezone', e.timezone) as event
      from orders o join events e on e.id = o.event_id
      where ${walk.where} order by ${walk.order} limit ${sql.lit(most)}`.execute(db)
    return rows
  })
  return { orders: shown, nextCursor }
}

/** Lists a person’s bookings as client or DJ, latest event first. Reads each side along its own index. */
export async function listUserBookings(db: Database, { id, after }: Page): Promise<Bookings> {
  await requireAccount(db, id)
  const { shown, nextCursor } = await readTimePage({ after }, PAGE, async (start, most) => {
    const walk = createTimePageClauses('b', start, [], { moment: 'event_date' })
    const page = sql`order by ${walk.order} limit ${sql.lit(most)}`
    const selectSide = (column: 'b.client_id' | 'b.dj_id') => sql`(
      select b.* from bookings b where ${sql.ref(column)} = ${id}::uuid and ${walk.where} ${page})`
    const { rows } = await sql<Paged<Bookings['bookings'][number]>>`
      select b.id, b.booking_number as "bookingNumber", b.status, b.event_type as "eventType", b.event_date as "startsAt",
        b.timezone, b.location, b.fee_cents as "feeCents", b.currency, ${walk.micros} as micros,
        case when b.dj_id = ${id}::uuid then 'dj' else 'client' end as side,
        case when o.id is null then null
          else json_build_object('id', o.id, 'name', o.display_name, 'avatarUrl', o.avatar_url) end as "otherParty"
      from (${selectSide('b.client_id')} union all ${selectSide('b.dj_id')}) b
        left join profiles o on o.id = case when b.dj_id = ${id}::uuid then b.client_id else b.dj_id end
      ${page}`.execute(db)
    return rows
  })
  return { bookings: shown, nextCursor }
}

/** Lists reports about a person and their messages, newest first. */
export async function listUserReports(db: Database, id: string): Promise<Reports> {
  await requireAccount(db, id)
  const { rows } = await sql<Reports[number]>`
    select m.id as "caseId", m.number, m.created_at as at, m.quote, m.decision, m.decided_at as "decidedAt",
      (select r.name from chat_rooms r where r.id = m.room_id) as room,
      (select count(*) from moderation_reports r where r.case_id = m.id) as reports,
      array(select distinct r.reason from moderation_reports r where r.case_id = m.id) as reasons
    from moderation_cases m where m.person_id = ${id}::uuid
    order by m.created_at desc, m.id desc limit 100`.execute(db)
  return rows
}

/** @throws NOT_FOUND */
async function requireAccount(db: Database, id: string): Promise<void> {
  const row =
    isId(id) && (await db.selectFrom('profiles').select('id').where('id', '=', id).executeTakeFirst())
  if (!row) throw refuse('NOT_FOUND')
}
