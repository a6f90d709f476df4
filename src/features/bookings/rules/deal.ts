import type { Currency } from '~/lib/currency'
import { calculateShare as calculatePortion, formatMoney } from '~/lib/money'
import { findDepositProblem } from './deposit'

/**
 * The terms that decide how much the DJ gets. A fixed amount, the fee or the guarantee, isn't part of the deal: it is
 * `feeCents` of the terms.
 */
export type Deal = {
  /**
   * What the DJ gets. `flat`: the fee. `percentage`: a share of net. `guarantee`: the guarantee or a share of net,
   * whichever is greater. `split`: a share of net, where the shares of organizer and DJs add up to 100%.
   */
  kind: 'flat' | 'percentage' | 'guarantee' | 'split'
  /** The DJ's share of net; 1 basis point is 0.01%. Null for a flat fee. */
  basisPoints: number | null
  /** The agreed costs, deducted from ticket income before it is split. */
  costs: Cost[]
  /** Whether the event's ticket income is held for the DJ's fee, so that the organizer prepays at most a deposit. */
  isFeeGuaranteed: boolean
  cancellation: CancellationDays
}

export type Cost = { label: string; cents: number }

/** Days before the set, counted in calendar days at the venue. */
export type CancellationDays = {
  /** The deposit is refunded up to this many days before the set. */
  freeDays: number
  /** Half of the fee is due if the booking is canceled this many days before the set, or later. */
  halfFeeDays: number
}

export const DEAL_KINDS = ['flat', 'percentage', 'guarantee', 'split'] as const
export const COSTS_MAX = 10
export const COST_LABEL_MAX = 60
export const CANCELLATION_DAYS_MAX = 365
export const CANCELLATION_DAYS: CancellationDays = { freeDays: 21, halfFeeDays: 6 }
/** The deal of a new request, and of bookings older than the deals feature. */
export const FLAT_DEAL: Deal = {
  kind: 'flat',
  basisPoints: null,
  costs: [],
  isFeeGuaranteed: false,
  cancellation: CANCELLATION_DAYS,
}

/** Returns whether the deal has a fixed amount: a fee or a guarantee. */
export const hasFixedAmount = ({ kind }: Pick<Deal, 'kind'>): boolean =>
  kind === 'flat' || kind === 'guarantee'

export const sumCosts = ({ costs }: Pick<Deal, 'costs'>): number =>
  costs.reduce((sum, { cents }) => sum + cents, 0)

export type Share = { shareCents: number; basis: 'flat' | 'percentage' | 'guarantee' }

/**
 * Returns what the DJ gets for a net amount in cents. All DJs' shares are percentages of the same net amount. Half
 * cents are rounded up. The share of a negative net is 0.
 */
export function calculateShare(
  { kind, basisPoints }: Pick<Deal, 'kind' | 'basisPoints'>,
  feeCents: number | null,
  netCents: number,
): Share {
  const fixed = feeCents ?? 0
  if (kind === 'flat') return { shareCents: fixed, basis: 'flat' }
  const shareCents = calculatePortion(Math.max(netCents, 0), basisPoints ?? 0)
  if (kind === 'guarantee' && fixed >= shareCents) return { shareCents: fixed, basis: 'guarantee' }
  return { shareCents, basis: 'percentage' }
}

/** The tickets of an event: the average price and how many there are. */
export type TicketSupply = { averageCents: number; capacity: number }
export type ExampleLevel = Share & { tickets: number; netCents: number }

const SALES_LEVELS = [60, 80, 100]

/**
 * Returns what the DJ would get if 60, 80 or 100 percent of the tickets were sold. Net is the ticket income less the
 * agreed costs. Returns an empty list for an event without paid tickets.
 */
export function calculateExample(
  deal: Deal,
  feeCents: number | null,
  supply: TicketSupply | null,
): ExampleLevel[] {
  if (supply === null || supply.averageCents <= 0 || supply.capacity <= 0) return []
  const { averageCents, capacity } = supply
  const levels = new Set(SALES_LEVELS.map((percent) => Math.ceil((capacity * percent) / 100)))
  return [...levels].map((tickets) => {
    const netCents = tickets * averageCents - sumCosts(deal)
    return { tickets, netCents, ...calculateShare(deal, feeCents, netCents) }
  })
}

export interface DealProblem {
  /** The path of the invalid field in the terms, such as `deal.costs.0.label`. */
  field: string
  message: string
}

/** Returns the problems of an offered deal, in the order of its fields. */
export function listDealProblems(
  deal: Deal,
  {
    feeCents,
    depositCents,
    currency,
  }: { feeCents: number | null; depositCents: number | null; currency: Currency },
): DealProblem[] {
  const { kind, basisPoints, costs, isFeeGuaranteed, cancellation } = deal
  const problems: DealProblem[] = []
  const add = (field: string, message: string) => problems.push({ field, message })
  if (kind === 'flat' && feeCents === null) add('feeCents', 'Enter the fee.')
  if (kind === 'guarantee' && !feeCents) add('feeCents', 'Enter the guarantee.')
  if (!hasFixedAmount(deal) && feeCents !== null) add('feeCents', 'This deal has no fixed amount.')
  if (kind === 'flat' && basisPoints !== null) add('deal.basisPoints', 'A flat fee has no percentage.')
  if (kind !== 'flat' && (basisPoints === null || basisPoints <= 0 || basisPoints > 10_000))
    add('deal.basisPoints', 'Enter more than 0% and at most 100%.')
  const depositProblem = findDepositProblem({ feeCents, depositCents, currency })
  if (depositProblem !== undefined) add('depositCents', depositProblem)
  for (const [index, { label, cents }] of costs.entries()) {
    if (label === '') add(`deal.costs.${index}.label`, 'Enter what the cost is for.')
    if (cents <= 0) add(`deal.costs.${index}.cents`, `Enter an amount above ${formatMoney(0, currency)}.`)
  }
  if (costs.length > COSTS_MAX) add('deal.costs', `Add at most ${COSTS_MAX} costs.`)
  if (isFeeGuaranteed && !hasFixedAmount(deal))
    add('deal.isFeeGuaranteed', 'Only a flat fee or a guarantee can be held from ticket income.')
  if (cancellation.freeDays <= cancellation.halfFeeDays)
    add('deal.cancellation.freeDays', 'Enter more days than in the field “Half the fee is due from”.')
  return problems
}

/** Returns how far the shares of a door split are from 100%: `Shares add up to 105%. Remove 5%.` */
export function findSplitProblem(shares: readonly number[]): string | undefined {
  const sum = shares.reduce((total, share) => total + share, 0)
  if (sum === 10_000) return undefined
  const change =
    sum > 10_000 ? `Remove ${formatPercent(sum - 10_000)}.` : `Add ${formatPercent(10_000 - sum)}.`
  return `Shares add up to ${formatPercent(sum)}. ${change}`
}

/** Formats basis points as a percentage: `6000` as `60%`, `6250` as `62.5%`. */
export const formatPercent = (basisPoints: number): string => `${basisPoints / 100}%`

/** Parses `60`, `60%` or `62.5 %` to basis points. Returns null for an empty field and undefined for other text. */
export function parsePercent(text: string): number | null | undefined {
  const bare = text.trim()
  if (bare === '') return null
  const match = /^(\d{1,3})(?:[.,](\d{1,2}))?\s*%?$/u.exec(bare)
  if (!match) return undefined
  const [, whole = '', decimals = ''] = match
  return Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
}

/** `60% of net` */
export const formatShareOfNet = (basisPoints: number | null): string =>
  `${formatPercent(basisPoints ?? 0)} of net`

/** Formats what the DJ gets: `$1,400.00 or 60% of net`; null for a flat deal without a fee. */
export function formatDealAmount(deal: Deal, feeCents: number | null, currency: Currency): string | null {
  const fixed = feeCents === null ? null : formatMoney(feeCents, currency)
  if (deal.kind === 'flat') return fixed
  const share = formatShareOfNet(deal.basisPoints)
  return deal.kind === 'guarantee' ? `${fixed} or ${share}` : share
}
