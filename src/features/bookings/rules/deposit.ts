import { calculateShare } from '~/lib/money'

/** Returns the deposit in cents for a fee and a percentage; null without a fee or a percentage. */
export function calculateDeposit(feeCents: number | null, percent: number | null): number | null {
  return feeCents === null || percent === null || percent === 0
    ? null
    : calculateShare(feeCents, percent * 100)
}
