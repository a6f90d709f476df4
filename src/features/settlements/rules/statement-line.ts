/**
 * The lines of a statement, in their order below an event. `shares` is the caller's own share as a DJ, `transfers`
 * the shares of the event's DJs.
 */
export const STATEMENT_LINES = [
  'sales',
  'refunds',
  'paid_refunds',
  'fees',
  'disputes',
  'dispute_fees',
  'booking_payments',
  'booking_fees',
  'shares',
  'transfers',
  'offsets',
  'payouts',
] as const
export type StatementLine = (typeof STATEMENT_LINES)[number]

export const STATEMENT_FILTERS = [
  'sales',
  'fees',
  'refunds',
  'disputes',
  'bookings',
  'transfers',
  'payouts',
] as const
export type StatementFilter = (typeof STATEMENT_FILTERS)[number]

/**
 * The line of an entry, by its account and the kind of its transaction. `payout` has no line: it only moves money
 * between two accounts of the organizer, from the event to `payable`.
 */
export const LINES_BY_ACCOUNT: Readonly<Record<'organizer' | 'payable', Record<string, StatementLine>>> = {
  organizer: {
    sale: 'sales',
    refund: 'refunds',
    refund_rejected: 'refunds',
    refund_paid_another_way: 'paid_refunds',
    provider_fee: 'fees',
    dispute: 'disputes',
    dispute_fee: 'dispute_fees',
    booking_payment: 'booking_payments',
    booking_refund: 'booking_payments',
    booking_fee: 'booking_fees',
    settlement: 'transfers',
    offset: 'offsets',
  },
  payable: { settlement: 'shares', transfer: 'payouts' },
}

/** Returns the lines that a filter shows: all lines without one. */
export function listLines(filter: StatementFilter | undefined): readonly StatementLine[] {
  if (filter === undefined) return STATEMENT_LINES
  if (filter === 'fees') return ['fees', 'dispute_fees']
  if (filter === 'refunds') return ['refunds', 'paid_refunds']
  if (filter === 'bookings') return ['booking_payments', 'booking_fees']
  return filter === 'transfers' ? ['shares', 'transfers', 'offsets'] : [filter]
}

/** Labels of the filters whose label differs from their value. */
export const filterLabels: Readonly<Partial<Record<StatementFilter | 'all', string>>> = {
  transfers: 'DJ shares',
}

export const lineLabels: Readonly<Record<StatementLine, string>> = {
  sales: 'Ticket sales',
  refunds: 'Refunds',
  paid_refunds: 'Refunds you paid yourself',
  fees: 'Processing fees',
  disputes: 'Disputes',
  dispute_fees: 'Dispute fees',
  booking_payments: 'Booking payments',
  booking_fees: 'Processing fees of bookings',
  shares: 'Your share',
  transfers: 'DJ shares',
  offsets: 'Debt paid from another event',
  payouts: 'Payouts',
}
