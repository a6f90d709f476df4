import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { EventSheet } from '../settlement/read-sheet'

export interface TransferRow {
  id: string
  /** Null for transfers to the organizer. */
  bookingId: string | null
  payeeId: string
  reason: 'deposit' | 'guaranteed_fee' | 'settlement' | 'adjustment'
  cents: number
  reverses: string | null
  isSent: boolean
}

export interface BookingRow {
  id: string
  endsAt: string
  status: 'confirmed' | 'completed' | 'cancelled'
  cancelledBy: string | null
  feeCents: number | null
  /** The DJ's amount by the terms after a cancellation. */
  cancelledCents: number | null
}

/** A payment of the organizer for a booking, which the bank approved. */
export interface PaymentRow {
  bookingId: string
  purpose: 'deposit' | 'balance'
  status: 'approved' | 'returned'
  cents: number
  refundedCents: number
}

/** The rows that the checks of a history need in addition to the sheet. */
export interface HistoryRows {
  /**
   * The number of ledger transactions that don't sum to zero.
   */
  unbalanced: number
  /** The sum of all ledger accounts, which must be 0. */
  sumCents: number
  /** The number of the last entry in the ledger. */
  lastEntry: number
  month: string | null
  settlement: { closedBy: string | null; reason: string | null } | null
  readyAt: string | null
  /** The digest of the figures that each person accepted, by the person's id. */
  acceptances: Record<string, string>
  openQuestions: number
  scans: number
  bookings: BookingRow[]
  payments: PaymentRow[]
  /** Failed refunds that the organizer paid another way. */
  paidRefundsCents: number
  transfers: TransferRow[]
}

export interface Snapshot {
  rows: HistoryRows
  found: EventSheet
}

/** Reads all rows in one round trip, because this runs after each step. */
export async function readRows(db: Database, eventId: string): Promise<HistoryRows> {
  const { rows } = await sql<{ found: HistoryRows }>`
    select json_build_object(
      'unbalanced', (select count(*) from (
        select from ledger_entries where event_id = ${eventId} group by transaction_id, currency having sum(amount) <> 0) x),
      'sumCents', (select coalesce(sum(amount), 0) from ledger_entries where event_id = ${eventId}),
      'lastEntry', (select coalesce(max(id), 0) from ledger_entries where event_id = ${eventId}),
      'month', (select to_char(max(day), 'YYYY-MM') from ledger_days where event_id = ${eventId}),
      'settlement', (select json_build_object('closedBy', closed_by, 'reason', close_reason) from settlements where event_id = ${eventId}),
      'readyAt', (select sent_at from settlement_notices where event_id = ${eventId} and kind = 'ready'),
      'acceptances', (select coalesce(json_object_agg(person_id, digest), '{}') from settlement_acceptances where event_id = ${eventId}),
      'openQuestions', (select count(*) from settlement_questions where event_id = ${eventId} and resolution is null),
      'scans', (select count(*) from check_ins where event_id = ${eventId} and counted > 0),
      'bookings', (select json_agg(json_build_object('id', id, 'endsAt', ends_at, 'status', status, 'feeCents', fee_cents,
        'cancelledBy', cancelled_by, 'cancelledCents', cancelled_cents)) from bookings where event_id = ${eventId}),
      'payments', (select coalesce(json_agg(json_build_object('bookingId', p.booking_id, 'purpose', p.purpose, 'status', p.status,
        'cents', p.amount_cents, 'refundedCents', (select coalesce(sum(r.amount_cents), 0) from refunds r where r.payment_id = p.id))), '[]')
        from payments p where p.event_id = ${eventId} and p.status in ('approved', 'returned')),
      'paidRefundsCents', (select coalesce(sum(r.amount_cents), 0) from refunds r join payments p on p.id = r.payment_id
        join orders o on o.id = p.order_id where o.event_id = ${eventId} and r.other_payment is not null),
      'transfers', (select coalesce(json_agg(json_build_object('id', id, 'bookingId', booking_id, 'payeeId', payee_id, 'reason', reason,
        'cents', amount_cents, 'reverses', reverses, 'isSent', status = 'done') order by created_at, id), '[]')
        from transfers where event_id = ${eventId})
    ) as found`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The database returned no row')
  return row.found
}
