/** The lines of a statement, in the order in which they appear below an event. */
export const STATEMENT_LINES = [
  'sales',
  'refunds',
  'fees',
  'disputes',
  'dispute_fees',
  'transfers',
  'payouts',
] as const
export type StatementLine = (typeof STATEMENT_LINES)[number]

export const STATEMENT_FILTERS = ['sales', 'fees', 'refunds', 'disputes', 'transfers', 'payouts'] as const
export type StatementFilter = (typeof STATEMENT_FILTERS)[number]

/** The account of the ledger whose sum is what the organizer is owed. Credits are negative there. */
export const OWED_ACCOUNT = 'organizer'

/** The line of an entry on the account `organizer`, by the kind of its transaction. */
export const LINES_BY_KIND: Readonly<Record<string, StatementLine>> = {
  sale: 'sales',
  refund: 'refunds',
  refund_rejected: 'refunds',
  refund_paid_another_way: 'refunds',
  provider_fee: 'fees',
  dispute: 'disputes',
  dispute_fee: 'dispute_fees',
  settlement: 'transfers',
  payout: 'payouts',
}

/** Returns the lines that a filter shows: all lines without one. */
export function listLines(filter: StatementFilter | undefined): readonly StatementLine[] {
  if (filter === undefined) return STATEMENT_LINES
  return filter === 'fees' ? ['fees', 'dispute_fees'] : [filter]
}

export const lineLabels: Readonly<Record<StatementLine, string>> = {
  sales: 'Ticket sales',
  refunds: 'Refunds',
  fees: 'Processing fees',
  disputes: 'Disputes',
  dispute_fees: 'Dispute fee',
  transfers: 'Transfers',
  payouts: 'Payouts',
}
