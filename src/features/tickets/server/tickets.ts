import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { toEpochMicros, toTimestamp } from '~/database/time-page-clauses'
import { readPage } from '~/lib/list-page'
import { requireCaller } from '~/platform/rpc/context'
import { type ticket, ticketCursor } from '../contract'
import { formatTicketCode } from '../rules/ticket-code'
import { isUpcoming } from '../rules/upcoming-ticket'
import type { Context } from './context'
import { createQrPath } from './documents/qr-code'
import { refuse } from './refused-error'
import { eventColumn, eventJoins } from '~/features/orders/server/public'

type Ticket = z.input<typeof ticket>
type Row = Omit<Ticket, 'isUpcoming' | 'contactAddress' | 'code' | 'qr'> & {
  secret: string
  sortOrder: number
  micros: number
  localDay: number
}

type Reader = Pick<Context, 'caller' | 'db' | 'now' | 'settings'>

/**
 * Returns the caller's tickets (C-02, C-03): upcoming ones soonest first, past ones latest first. Tickets of one order
 * stay together. `position`, `count` and `countInOrder` count only the caller's tickets of the order with the same
 * status.
 */
export async function listTickets(
  context: Reader,
  { period, after, limit }: { period: 'upcoming' | 'past'; after?: string | undefined; limit: number },
): Promise<{ tickets: Ticket[]; nextCursor: string | null }> {
  const isAhead = period === 'upcoming'
  const now = context.now()
  const ahead = sql`(k.status = 'valid' and (e.event_date >= ${now} or (e.is_date_open and e.event_status = 'postponed')))`
  const place = isAhead ? ahead : sql`not ${ahead}`
  const order = isAhead
    ? sql`e.local_day, e.event_date, k.order_id, t.sort_order, k.id`
    : sql`e.local_day desc, e.event_date desc, k.order_id desc, t.sort_order desc, k.id desc`
  const { shown, nextCursor } = await readPage({ after }, limit, {
    cursor: ticketCursor,
    read: ({ row }, most) => {
      const beyond = row
        ? sql`and (e.local_day, e.event_date, k.order_id, t.sort_order, k.id) ${isAhead ? sql`>` : sql`<`}
            (date '1970-01-01' + ${row[0]}::int, ${toTimestamp(row[1])}, ${row[2]}::uuid, ${row[3]}::bigint, ${row[4]}::uuid)`
        : sql``
      return listRows(context, sql`${place} ${beyond} order by ${order} limit ${most}`)
    },
    getKey: (row) => [row.localDay, row.micros, row.orderId, row.sortOrder, row.id],
  })
  const { contactAddress } = await context.settings.read()
  return { tickets: shown.map((row) => toTicket(row, now, contactAddress)), nextCursor }
}

/** Returns one of the caller's own tickets. */
export async function getTicket(context: Reader, ticketId: string): Promise<Ticket> {
  const [row] = await listRows(context, sql`k.id = ${ticketId}`)
  if (!row) throw refuse('NOT_FOUND')
  return toTicket(row, context.now(), (await context.settings.read()).contactAddress)
}

async function listRows({ caller, db }: Reader, condition: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select k.id, k.ticket_number as "ticketNumber", k.status, k.secret, k.checked_in_at as "checkedInAt",
      k.checked_in_at is not null as "isAttended", t.id as "ticketTypeId", t.name as "ticketTypeName",
      t.sort_order as "sortOrder", o.id as "orderId", o.order_number as "orderNumber",
      o.customer_id is not distinct from k.customer_id as "isBuyer", coalesce(k.holder_name, o.buyer_name) as "holderName",
      (select json_build_object('email', x.to_email, 'at', x.created_at) from ticket_transfers x
        where x.ticket_id = k.id and x.status = 'pending' and x.from_id = k.customer_id) as transfer,
      (select p.display_name from ticket_transfers x join profiles p on p.id = x.from_id
        where x.ticket_id = k.id and x.status = 'accepted' and x.to_id = k.customer_id
        order by x.settled_at desc limit 1) as "receivedFrom",
      ${eventColumn}, places.position, places.count, places.in_order as "countInOrder",
      ${toEpochMicros(sql`e.event_date`)} as micros, e.local_day - date '1970-01-01' as "localDay"
    from tickets k join ticket_types t on t.id = k.ticket_type_id join orders o on o.id = k.order_id
      join events e on e.id = k.event_id ${eventJoins}
      cross join lateral (
        select count(*) as in_order, count(*) filter (where x.ticket_type_id = t.id) as count,
          count(*) filter (where x.ticket_type_id = t.id and x.id <= k.id) as position
        from tickets x
        where x.order_id = k.order_id and x.customer_id = k.customer_id and x.status = k.status
      ) places
    where k.customer_id = ${requireCaller({ caller }).id} and ${condition}
  `.execute(db)
  return rows
}

function toTicket({ secret, ...row }: Row, now: Date, contactAddress: string): Ticket {
  const { status, event } = row
  const isDateOpen = event.isDateOpen && event.eventStatus === 'postponed'
  // Tickets of a cancelled event are invalid even before their refunds.
  const code = status === 'valid' && event.eventStatus !== 'cancelled' ? formatTicketCode(secret) : null
  return {
    ...row,
    isUpcoming: isUpcoming({ status, eventDate: new Date(event.eventDate), isDateOpen }, now),
    contactAddress: contactAddress || null,
    code,
    qr: code === null || isOver(event, now) ? null : toQrPath(code),
  }
}

// Attendees arrive after the start, so the QR code is shown until the event ends, or for half a day if it has no end.
function isOver({ isDateOpen, eventDate, endsAt }: Ticket['event'], now: Date): boolean {
  if (isDateOpen) return false
  const end =
    endsAt === null ? new Date(eventDate).getTime() + 12 * 60 * 60 * 1000 : new Date(endsAt).getTime()
  return end < now.getTime()
}

function toQrPath(code: string): { path: string; size: number } {
  const { d, size } = createQrPath(code)
  return { path: d, size }
}
