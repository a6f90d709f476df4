import type { Currency } from '~/lib/currency'
import { calculateTax, type Tax } from '~/lib/tax'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Transaction } from '~/database/connect'
import type { Deal } from '~/features/bookings/rules/deal'
import { getCostFigure } from '../../rules/figures'
import { calculateSheet, type EventMoney, type Sheet } from './calculate-sheet'
import { selectIsSelling, selectReadyAt } from './readiness'
import { returnedColumn } from './returned-column'

export interface Person {
  id: string
  name: string
  avatarUrl: string | null
}

export interface Cost {
  figure: string
  label: string
  cents: number
  agreedCents: number | null
  bookingId: string
  bookingNumber: string
}

export interface SharingBooking {
  id: string
  number: string
  deal: Deal
  feeCents: number | null
  depositCents: number
  paidBalanceCents: number
  releasedCents: number
  cancelledCents: number | null
  finalCents: number | null
  endsAt: Date
  /** Null if the DJ deleted their account. */
  person: Person | null
}

/** The number of ledger entries behind each figure of an event, and of refunded tickets. */
export interface Counts {
  sales: number
  refunds: number
  refundedTickets: number
  fees: number
  disputes: number
}

export interface EventSheet {
  event: {
    id: string
    title: string
    startsAt: Date
    timezone: string
    location: string
    currency: Currency
    tax: Tax
    imageUrl: string | null
    isCancelled: boolean
    isDraft: boolean
  }
  organizer: Person
  readyAt: Date
  /** Whether orders can still be paid, or a sale isn't posted to the ledger yet. */
  isSelling: boolean
  bookings: SharingBooking[]
  costs: Cost[]
  /** Ticket sales by type, refunds included. */
  income: { id: string; name: string; tickets: number; cents: number }[]
  counts: Counts
  sheet: Sheet
  /** The event's balance in the ledger, before any transfer. */
  ledgerCents: number
  /** The digest of all figures that decide the shares. */
  digest: string
}

/** Reads the income of an event and its shares; undefined if it has no organizer or doesn't exist. */
export async function readSheet(
  db: Database | Transaction,
  eventId: string,
): Promise<EventSheet | undefined> {
  const event = await findEvent(db, eventId)
  if (event === undefined) return undefined
  const { money, counts, ledgerCents } = await readMoney(db, eventId)
  const taxCents = calculateIncludedTax(money, event.event.tax)
  const { bookings, costs } = await listSharingBookings(db, eventId)
  const sheet = calculateSheet({ ...money, taxCents }, bookings)
  const decisive = {
    sheet,
    costs: costs.map(({ figure, cents }) => [figure, cents]),
    people: bookings.map(({ person }) => person?.id ?? null),
  }
  const digest = createHash('sha256').update(JSON.stringify(decisive)).digest('base64url')
  const income = await listIncome(db, eventId)
  return { ...event, bookings, costs, income, counts, sheet, ledgerCents, digest }
}

async function findEvent(db: Database | Transaction, eventId: string) {
  const { rows } = await sql<
    EventSheet['event'] & { organizer: Person | null; readyAt: Date; isSelling: boolean }
  >`
    select e.id, e.title, e.event_date as "startsAt", e.timezone, concat_ws(', ', nullif(e.venue_name, ''), nullif(e.location, '')) as location, e.currency,
      json_build_object('mode', e.tax_mode, 'ratePpm', e.tax_ppm) as tax,
      e.featured_image_url as "imageUrl", e.event_status = 'cancelled' as "isCancelled", e.event_status = 'draft' as "isDraft",
      ${selectReadyAt('e')} as "readyAt", ${selectIsSelling('e')} as "isSelling",
      ${selectPerson('p')} as organizer
    from events e left join profiles p on p.id = e.organizer_id where e.id = ${eventId}::uuid`.execute(db)
  const [row] = rows
  if (row === undefined || row.organizer === null) return undefined
  const { organizer, readyAt, isSelling, ...event } = row
  return { event, organizer, readyAt, isSelling }
}

export const selectPerson = (alias: string) => sql<Person | null>`
  case when ${sql.ref(`${alias}.id`)} is not null then json_build_object('id', ${sql.ref(`${alias}.id`)},
    'name', ${sql.ref(`${alias}.display_name`)}, 'avatarUrl', ${sql.ref(`${alias}.avatar_url`)}) end`

const sumTransfers = (eventId: string, reason: string) => sql`(
  select coalesce(sum(t.amount_cents), 0) from transfers t where t.event_id = ${eventId}::uuid and t.reason = ${reason})`

type LedgerMoney = Omit<EventMoney, 'taxCents'>

/**
 * Calculates the tax from the sum of sales. It can differ by a few cents from the sum of the rounded taxes of all
 * invoices.
 */
function calculateIncludedTax(
  { grossCents, refundsCents, disputesCents }: LedgerMoney,
  { mode, ratePpm }: Tax,
): number {
  // In every tax mode, the amounts in the ledger include the tax.
  const sales = Math.max(grossCents - refundsCents - disputesCents, 0)
  return mode === 'none' ? 0 : calculateTax(sales, { mode: 'included', ratePpm }).taxCents
}

/** Reads the money of an event from the sums of the ledger. */
async function readMoney(db: Database | Transaction, eventId: string) {
  const refunds = sql`d.kind in ('refund', 'refund_rejected')`
  const paidIn = sql`d.kind in ('booking_payment', 'booking_refund', 'refund_paid_another_way', 'offset')`
  const fees = sql`d.kind in ('provider_fee', 'dispute_fee')`
  const { rows } = await sql<{ money: LedgerMoney; counts: Counts; ledgerCents: number }>`
    select json_build_object(
        'grossCents', -coalesce(sum(d.amount) filter (where d.kind = 'sale'), 0),
        'refundsCents', coalesce(sum(d.amount) filter (where ${refunds}), 0),
        'feesCents', coalesce(sum(d.amount) filter (where ${fees}), 0),
        'disputesCents', coalesce(sum(d.amount) filter (where d.kind = 'dispute'), 0),
        'paidInCents', -coalesce(sum(d.amount) filter (where ${paidIn}), 0),
        'paidInFeesCents', coalesce(sum(d.amount) filter (where d.kind = 'booking_fee'), 0),
        'depositsCents', ${sumTransfers(eventId, 'deposit')},
        'releasedCents', ${sumTransfers(eventId, 'guaranteed_fee')}) as money,
      json_build_object(
        'sales', coalesce(sum(d.entries) filter (where d.kind = 'sale'), 0),
        'refunds', coalesce(sum(d.entries) filter (where ${refunds}), 0),
        'refundedTickets', coalesce(sum(d.tickets) filter (where ${refunds}), 0),
        'fees', coalesce(sum(d.entries) filter (where ${fees}), 0),
        'disputes', coalesce(sum(d.entries) filter (where d.kind = 'dispute'), 0)) as counts,
      (-coalesce(sum(d.amount) filter (where d.kind not in ('settlement', 'payout')), 0))::float8 as "ledgerCents"
    from ledger_days d where d.event_id = ${eventId}::uuid and d.account = 'organizer'`.execute(db)
  const [sums] = rows
  if (sums === undefined) throw new Error('The ledger returned no sums')
  return sums
}

/**
 * Reads the sales of each ticket type, refunds included: the type's counters, plus the few order items with refunds,
 * which the counters leave out.
 */
async function listIncome(db: Database | Transaction, eventId: string): Promise<EventSheet['income']> {
  const { rows } = await sql<EventSheet['income'][number]>`
    select t.id, t.name, (t.quantity_sold + x.tickets)::integer as tickets, (t.revenue_cents + x.cents)::float8 as cents
    from ticket_types t cross join lateral (
      select coalesce(sum(i.quantity_refunded), 0) as tickets, coalesce(sum(i.refunded_cents), 0) as cents
      from order_items i where i.ticket_type_id = t.id and i.quantity_refunded > 0
    ) x
    where t.event_id = ${eventId}::uuid and t.quantity_sold + x.tickets > 0 order by t.sort_order, t.id`.execute(
    db,
  )
  return rows
}

/**
 * Lists the bookings that have a share: agreed ones, and cancelled ones whose terms give the DJ more than the
 * deposit. Bookings are still listed after the event is transferred to another organizer, and after a DJ who was paid
 * deletes their account. A correction replaces the amount of an agreed cost.
 */
async function listSharingBookings(db: Database | Transaction, eventId: string) {
  const { rows } = await sql<SharingBooking>`
    select b.id, b.booking_number as number, b.deal, b.fee_cents as "feeCents", x."depositCents", x."releasedCents",
      b.cancelled_cents as "cancelledCents", case when d.id is null then x."sentCents" end as "finalCents", b.ends_at as "endsAt", ${selectPerson('d')} as person,
      (select coalesce(sum(greatest(p.amount_cents - ${returnedColumn}, 0)), 0)
        from payments p where p.booking_id = b.id and p.purpose = 'balance' and p.status = 'approved')::float8 as "paidBalanceCents"
    from bookings b left join profiles d on d.id = b.dj_id cross join lateral (
      select coalesce(sum(t.amount_cents) filter (where t.reason = 'deposit'), 0)::float8 as "depositCents",
        coalesce(sum(t.amount_cents) filter (where t.reason = 'guaranteed_fee'), 0)::float8 as "releasedCents",
        coalesce(sum(t.amount_cents), 0)::float8 as "sentCents"
      from transfers t where t.booking_id = b.id and t.event_id = ${eventId}::uuid
    ) x
    where b.event_id = ${eventId}::uuid and (d.id is not null or x."sentCents" > 0)
      and case b.status when 'cancelled' then b.cancelled_cents > x."depositCents" when 'pending' then false
        else b.fee_cents > 0 or (b.deal->>'basisPoints')::integer > 0 end
    order by b.event_date, b.id`.execute(db)
  const corrections = await listCorrections(db, eventId)
  const costs = rows.flatMap(({ id, number, deal, cancelledCents }) =>
    (cancelledCents === null ? deal.costs : []).map(({ label, cents }, index): Cost => {
      const figure = getCostFigure(id, index)
      const corrected = corrections.get(figure)
      return {
        figure,
        label,
        cents: corrected ?? cents,
        agreedCents: corrected === undefined ? null : cents,
        bookingId: id,
        bookingNumber: number,
      }
    }),
  )
  const bookings = rows.map((booking) => ({
    ...booking,
    deal: { ...booking.deal, costs: costs.filter(({ bookingId }) => bookingId === booking.id) },
  }))
  return { bookings, costs }
}

async function listCorrections(
  db: Database | Transaction,
  eventId: string,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ figure: string; cents: number }>`
    select distinct on (figure) figure, expected_cents as cents from settlement_questions
    where event_id = ${eventId}::uuid and resolution = 'corrected' and expected_cents is not null
    order by figure, resolved_at desc`.execute(db)
  return new Map(rows.map(({ figure, cents }) => [figure, cents]))
}
