import type { Currency } from '~/lib/currency'
import { formatMoney } from '~/lib/money'
import {
  CANCELLATION_DAYS,
  type CancellationDays,
  type Deal,
  formatDealAmount,
  formatShareOfNet,
  sumCosts,
} from './deal'

export const dealKinds: readonly { value: Deal['kind']; label: string; description: string }[] = [
  { value: 'flat', label: 'Flat fee', description: 'A fixed amount, independent of sales.' },
  {
    value: 'percentage',
    label: 'Percentage of net',
    description: 'A share of net. Nothing is due when net is zero or less.',
  },
  {
    value: 'guarantee',
    label: 'Guarantee versus percentage',
    description: 'The DJ gets the guarantee or a share of net, the greater of both.',
  },
  {
    value: 'split',
    label: 'Door split',
    description: 'Net is split between organizer and DJs by fixed shares.',
  },
]

export const formatKind = (kind: Deal['kind']): string =>
  dealKinds.find(({ value }) => value === kind)?.label ?? kind

/** Formats the agreed costs: `$920.00: Venue hire $600.00, Sound engineer $320.00`; null without costs. */
export function formatCosts(deal: Deal, currency: Currency): string | null {
  if (deal.costs.length === 0) return null
  const list = deal.costs.map(({ label, cents }) => `${label} ${formatMoney(cents, currency)}`).join(', ')
  return `${formatMoney(sumCosts(deal), currency)}: ${list}`
}

export const HELD_FROM_TICKETS = 'Held from ticket income'

export const isUsualCancellation = ({ freeDays, halfFeeDays }: CancellationDays): boolean =>
  freeDays === CANCELLATION_DAYS.freeDays && halfFeeDays === CANCELLATION_DAYS.halfFeeDays

export function formatCancellationDays({ freeDays, halfFeeDays }: CancellationDays): string {
  return `Deposit refunded until ${freeDays} days before, half the fee due from ${halfFeeDays} days before`
}

/**
 * Formats the amount and the deposit within a sentence: `a guarantee of $1,400.00 or 60% of net with a $350.00
 * deposit`.
 */
export function describeAgreedAmount({
  deal,
  feeCents,
  depositCents,
  currency,
}: {
  deal: Deal
  feeCents: number | null
  depositCents: number | null
  currency: Currency
}): string {
  const amount = formatDealAmount(deal, feeCents, currency)
  const prefix = { flat: 'a fee of ', guarantee: 'a guarantee of ', percentage: '', split: '' }[deal.kind]
  const deposit = depositCents ? ` with a ${formatMoney(depositCents, currency)} deposit` : ''
  return amount === null ? 'without a fee' : `${prefix}${amount}${deposit}`
}

/** Formats the amount within a sentence: `for a guarantee of $1,400.00 or 60% of net, the greater of both`. */
export function describeDealAmount(deal: Deal, feeCents: number | null, currency: Currency): string {
  const share = formatShareOfNet(deal.basisPoints)
  if (deal.kind === 'percentage' || deal.kind === 'split') return `for ${share}`
  if (feeCents === null) return 'without a fee'
  const fee = formatMoney(feeCents, currency)
  return deal.kind === 'flat' ? `for ${fee}` : `for a guarantee of ${fee} or ${share}, the greater of both`
}
