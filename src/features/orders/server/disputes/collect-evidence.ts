import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { formatDollars } from '~/lib/money'

/** What a bank needs to decide, in the fields of the provider. */
export interface Evidence {
  customerName: string
  customerEmail: string
  /** What was bought. */
  product: string
  /** The day of the event in its own time zone. */
  serviceDate: string
  /** When the tickets were created, passed on, scanned and returned, one line each. */
  activity: string
}

interface Row {
  buyerName: string
  buyerEmail: string
  orderNumber: string
  title: string
  place: string
  day: string
  totalCents: number
  boughtAt: string
  tickets: {
    number: string
    type: string
    status: string
    scans: { at: string; entrance: string }[] | null
  }[]
}

/** Collects the evidence of a payment: order, emails, tickets, and the time and entrance of each scan. */
export async function collectEvidence(db: Database, paymentId: string): Promise<Evidence | undefined> {
  const { rows } = await sql<Row>`
    select o.buyer_name as "buyerName", o.buyer_email as "buyerEmail", o.order_number as "orderNumber", e.title,
      concat_ws(', ', nullif(e.venue_name, ''), nullif(e.location, '')) as place,
      to_char(e.event_date at time zone e.timezone, 'YYYY-MM-DD') as day, o.total_cents as "totalCents",
      to_char(o.confirmed_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as "boughtAt",
      (select json_agg(json_build_object('number', k.ticket_number, 'type', t.name, 'status', k.status, 'scans', (
          select json_agg(json_build_object('at', to_char(c.scanned_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI'),
            'entrance', c.entrance) order by c.scanned_at)
          from check_ins c where c.ticket_id = k.id and c.outcome = 'checked_in' and c.undone_at is null))
        order by k.ticket_number)
        from tickets k join ticket_types t on t.id = k.ticket_type_id where k.order_id = o.id) as tickets
    from payments p join orders o on o.id = p.order_id join events e on e.id = o.event_id
    where p.provider = 'stripe' and p.provider_payment_id = ${paymentId} and o.confirmed_at is not null`.execute(
    db,
  )
  const [row] = rows
  return row === undefined ? undefined : describeOrder(row)
}

function describeOrder(order: Row): Evidence {
  const { title, place, day, orderNumber, totalCents, boughtAt, buyerEmail } = order
  const tickets = order.tickets.flatMap(({ number, type, status, scans }) => [
    `Ticket ${number} (${type}): ${status}.`,
    ...(scans ?? []).map(
      ({ at, entrance }) =>
        `Ticket ${number} was scanned at the event${entrance === '' ? '' : `, entrance ${entrance}`}, ${at} UTC.`,
    ),
  ])
  const count = order.tickets.length
  return {
    customerName: order.buyerName,
    customerEmail: buyerEmail,
    product: `${count} ${count === 1 ? 'ticket' : 'tickets'} for ${title} on ${day}${place === '' ? '' : `, ${place}`}. Order ${orderNumber}, ${formatDollars(totalCents)}.`,
    serviceDate: day,
    activity: [
      `Order ${orderNumber} was paid and its tickets were created ${boughtAt} UTC.`,
      ...(buyerEmail === '' ? [] : [`The tickets were emailed to ${buyerEmail}.`]),
      ...tickets,
    ].join('\n'),
  }
}
