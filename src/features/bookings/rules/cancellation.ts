import { calculateShare } from '~/lib/money'
import { formatIsoDay } from '~/lib/time'
import { addDays } from './days'
import { type Deal, hasFixedAmount } from './deal'
import { getEventDay } from './set-times'

/**
 * The row of the cancellation table that applies. `free`: the deposit is refunded. `deposit`: the DJ keeps the
 * deposit. `half`: half of the fee is due. `venue`: the venue cancels, and the deposit is split.
 */
export type CancellationRow = 'free' | 'deposit' | 'half' | 'venue'

export type Cancellation = {
  deal: Deal
  feeCents: number | null
  depositCents: number | null
  isDepositPaid: boolean
  startsAt: string
  timezone: string
  cancelledAt: Date
  cancelledBy: 'client' | 'dj' | 'venue'
}

/**
 * Returns the total amount that the DJ gets for a canceled booking, deposit included, and the row of the cancellation
 * table that applies.
 */
export function calculateCancellation(cancellation: Cancellation): {
  djGetsCents: number
  row: CancellationRow
} {
  const { cancelledBy } = cancellation
  const row = cancelledBy === 'venue' ? 'venue' : findRow(cancellation)
  return { djGetsCents: cancelledBy === 'dj' ? 0 : calculateRow(row, cancellation), row }
}

/** Returns the total amount that the DJ gets in this row if the client or the venue cancels. */
export function calculateRow(
  row: CancellationRow,
  {
    deal,
    feeCents,
    depositCents,
    isDepositPaid,
  }: Pick<Cancellation, 'deal' | 'feeCents' | 'depositCents' | 'isDepositPaid'>,
): number {
  const deposit = isDepositPaid ? (depositCents ?? 0) : 0
  if (row === 'free') return 0
  if (row === 'deposit') return deposit
  if (row === 'venue') return calculateShare(deposit, HALF)
  const fee = hasFixedAmount(deal) ? (feeCents ?? 0) : 0
  // Half of the fee may be less than the deposit. A late cancellation must not give the DJ less than an earlier one.
  return Math.max(calculateShare(fee, HALF), deposit)
}

export type CancellationPeriods = {
  /** The last day on which the deposit is refunded. */
  freeUntil: string
  /** The first day on which half of the fee is due. */
  halfFrom: string
}

/** Returns the days that limit the cancellation periods, in the venue's time zone. */
export function getCancellationPeriods({
  deal,
  startsAt,
  timezone,
}: Pick<Cancellation, 'deal' | 'startsAt' | 'timezone'>): CancellationPeriods {
  const day = getEventDay(startsAt, timezone)
  const { freeDays, halfFeeDays } = deal.cancellation
  return { freeUntil: addDays(day, -freeDays), halfFrom: addDays(day, -halfFeeDays) }
}

const HALF = 5000

function findRow(cancellation: Cancellation): CancellationRow {
  const today = formatIsoDay(cancellation.cancelledAt, cancellation.timezone)
  const { freeUntil, halfFrom } = getCancellationPeriods(cancellation)
  if (today <= freeUntil) return 'free'
  return today < halfFrom ? 'deposit' : 'half'
}
