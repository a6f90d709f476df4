import type { Currency } from '~/lib/currency'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Database } from '~/database/connect'
import { formatStatus } from '~/lib/format-status'
import { formatMoney } from '~/lib/money'
import type { evidenceFacts } from '../../contract-disputes'

/** The evidence that a bank needs to decide, in the fields of the provider. */
export interface Evidence {
  customerName: string
  customerEmail: string
  /** A description of the purchase. */
  product: string
  /** The day of the event in its own time zone. */
  serviceDate: string
  /** The times when tickets were created, transferred, scanned and refunded, one line each. */
  activity: string
}

type Facts = z.input<typeof evidenceFacts>

interface Row extends Facts {
  buyerName: string
  title: string
  currency: Currency
  place: string
  day: string
}

/** Collects the evidence of a payment: order, emails, tickets, and the time and entrance of each scan. */
export async function collectEvidence(
  db: Database,
  paymentId: string,
): Promise<{ fields: Evidence; facts: Facts } | undefined> {
  const { rows } = await sql<Row>`
    select o.buyer_name as "buyerName", o.buyer_email as "buyerEmail", o.order_number as "orderNumber", e.title,
      concat_ws(', ', nullif(e.venue_name, ''), nullif(e.location, '')) as place,
      to_char(e.event_date at time zone e.timezone, 'YYYY-MM-DD') as day, o.total_cents as "totalCents", o.currency,
      o.confirmed_at as "paidAt",
      coalesce((select json_agg(json_build_object('number', k.ticket_number, 'type', t.name, 'status', k.status, 'scans', coalesce((
          select json_agg(json_build_object('at', c.scanned_at, 'entrance', c.entrance) order by c.scanned_at)
          from check_ins c where c.ticket_id = k.id and c.outcome = 'checked_in' and c.undone_at is null), '[]'))
        order by k.ticket_number)
        from tickets k join ticket_types t on t.id = k.ticket_type_id where k.order_id = o.id), '[]') as tickets
    from payments p join orders o on o.id = p.order_id join events e on e.id = o.event_id
    where p.provider = 'stripe' and p.provider_payment_id = ${paymentId} and o.confirmed_at is not null`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) return undefined
  const { buyerEmail, orderNumber, totalCents, paidAt, tickets } = row
  return { fields: describeOrder(row), facts: { buyerEmail, orderNumber, totalCents, paidAt, tickets } }
}

const formatUtc = (at: Date | string) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`

function describeOrder(order: Row): Evidence {
  const { title, place, day, orderNumber, totalCents, paidAt, buyerEmail } = order
  const tickets = order.tickets.flatMap(({ number, type, status, scans }) => [
    `Ticket ${number} (${type}): ${formatStatus(status)}.`,
    ...scans.map(
      ({ at, entrance }) =>
        `Ticket ${number} was scanned at the event${entrance === '' ? '' : `, entrance ${entrance}`}, ${formatUtc(at)}.`,
    ),
  ])
  const count = order.tickets.length
  return {
    customerName: order.buyerName,
    customerEmail: buyerEmail,
    product: `${count} ${count === 1 ? 'ticket' : 'tickets'} for ${title} on ${day}${place === '' ? '' : `, ${place}`}. Order ${orderNumber}, ${formatMoney(totalCents, order.currency)}.`,
    serviceDate: day,
    activity: [
      `Order ${orderNumber} was paid and its tickets were created ${formatUtc(paidAt)}.`,
      ...(buyerEmail === '' ? [] : [`The tickets were emailed to ${buyerEmail}.`]),
      ...tickets,
    ].join('\n'),
  }
}
