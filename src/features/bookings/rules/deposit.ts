import type { Currency } from '~/lib/currency'
import { calculateShare, formatMoney } from '~/lib/money'

/** The smallest amount that payment providers charge, in the smallest unit of the currency. */
const DEPOSIT_MIN_CENTS = 100

/** Returns the deposit in cents for a fee and a percentage; null if there is none, or it is too small to be charged. */
export function calculateDeposit(feeCents: number | null, percent: number | null): number | null {
  const cents = calculateShare(feeCents ?? 0, (percent ?? 0) * 100)
  return cents < DEPOSIT_MIN_CENTS ? null : cents
}

export function findDepositProblem({
  feeCents,
  depositCents,
  currency,
}: {
  feeCents: number | null
  depositCents: number | null
  currency: Currency
}): string | undefined {
  const cents = depositCents ?? 0
  if (cents > (feeCents ?? 0)) return 'The deposit is more than the fee.'
  if (cents > 0 && cents < DEPOSIT_MIN_CENTS)
    return `Enter ${formatMoney(0, currency)} or at least ${formatMoney(DEPOSIT_MIN_CENTS, currency)}. Smaller deposits can’t be charged.`
  return undefined
}

/** A deposit that the client can pay on this site and hasn't paid yet. */
export type UnpaidDeposit = { cents: number; dueBy: string }

/** `unknown`: the deposit isn't paid on this site, or its status isn't known yet. */
export type DepositStatus = 'paid' | 'unpaid' | 'unknown'

type PaidSteps = readonly { payment: { purpose: string } | null }[]

export const isDepositPaid = (trail: PaidSteps): boolean =>
  trail.some(({ payment }) => payment?.purpose === 'deposit')

export function getDepositStatus(trail: PaidSteps, unpaid: UnpaidDeposit | undefined): DepositStatus {
  if (isDepositPaid(trail)) return 'paid'
  return unpaid === undefined ? 'unknown' : 'unpaid'
}
