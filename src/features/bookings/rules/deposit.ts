import { calculateShare } from '~/lib/money'

/** Returns the deposit in cents for a fee and a percentage; null without a fee or a percentage. */
export function calculateDeposit(feeCents: number | null, percent: number | null): number | null {
  return feeCents === null || percent === null || percent === 0
    ? null
    : calculateShare(feeCents, percent * 100)
}

/** The deposit that a client can pay here, and hasn't paid yet. */
export type UnpaidDeposit = { cents: number; dueBy: string }

/** `unknown`: it isn't paid here, or that isn't known yet. */
export type DepositStatus = 'paid' | 'unpaid' | 'unknown'

type PaidSteps = readonly { payment: { purpose: string } | null }[]

export const isDepositPaid = (trail: PaidSteps): boolean =>
  trail.some(({ payment }) => payment?.purpose === 'deposit')

export function getDepositStatus(trail: PaidSteps, unpaid: UnpaidDeposit | undefined): DepositStatus {
  if (isDepositPaid(trail)) return 'paid'
  return unpaid === undefined ? 'unknown' : 'unpaid'
}
