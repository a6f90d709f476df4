import type { Currency } from '~/lib/currency'
import { parseAmount } from '~/lib/parse-amount'
import type { BookingDetail } from '../../contract-shapes'
import {
  CANCELLATION_DAYS,
  CANCELLATION_DAYS_MAX,
  type Cost,
  type Deal,
  DEAL_KINDS,
  findSplitProblem,
  formatPercent,
  hasFixedAmount,
  listDealProblems,
  parsePercent,
} from '../../rules/deal'
import { FEE_MAX_CENTS } from '../../rules/booking-limits'
import { describeAmountLimit, formatAmount } from '../terms/money-field'

/** The fields of a deal, as typed. A field that isn't shown for the chosen kind of deal keeps its value. */
export type DealDraft = {
  kind: string
  fee: string
  deposit: string
  /** The DJ's share of net. */
  share: string
  /** The client's share in a door split. It helps to fill in the form and isn't sent. */
  ownShare: string
  /** The cost rows as JSON, because a stored draft holds only text. */
  costs: string
  /** `yes` or empty. */
  isFeeGuaranteed: string
  freeDays: string
  halfFeeDays: string
}

/** A cost in the form. `id` identifies the row within the form. */
export type CostRow = { id: string; label: string; amount: string }
type OtherShares = BookingDetail['otherShares']
export type DealErrors = Partial<Record<keyof DealDraft, string>>

export function createBlankDeal(
  { feeCents, depositCents, deal }: { feeCents: number | null; depositCents: number | null; deal: Deal },
  { currency, otherShares }: Pick<BookingDetail, 'currency' | 'otherShares'>,
): DealDraft {
  const { kind, basisPoints, costs, isFeeGuaranteed, cancellation } = deal
  const rest = 10_000 - (basisPoints ?? 0) - sumShares(otherShares)
  return {
    kind,
    fee: formatAmount(feeCents, currency),
    deposit: formatAmount(depositCents, currency),
    share: basisPoints === null ? '' : formatPercent(basisPoints),
    ownShare: basisPoints === null || rest < 0 ? '' : formatPercent(rest),
    costs: writeCostRows(
      costs.map(({ label, cents }, index) => ({
        id: String(index),
        label,
        amount: formatAmount(cents, currency),
      })),
    ),
    isFeeGuaranteed: isFeeGuaranteed ? 'yes' : '',
    freeDays: String(cancellation.freeDays),
    halfFeeDays: String(cancellation.halfFeeDays),
  }
}

export const writeCostRows = (rows: readonly CostRow[]): string => JSON.stringify(rows)

/**
 * Parses the cost rows of a stored draft; returns an empty list if the JSON has another shape. Doesn't use zod,
 * because the page would load that library only for this.
 */
export function parseCostRows(text: string): CostRow[] {
  const rows: unknown = JSON.parse(text)
  return Array.isArray(rows) && rows.every(isCostRow) ? rows : []
}

const isCostRow = (row: unknown): row is CostRow =>
  typeof row === 'object' &&
  row !== null &&
  'id' in row &&
  'label' in row &&
  'amount' in row &&
  [row.id, row.label, row.amount].every((text) => typeof text === 'string')

export const getKind = ({ kind }: DealDraft): Deal['kind'] =>
  DEAL_KINDS.find((known) => known === kind) ?? 'flat'

export type ParsedDeal = {
  problems: DealErrors
  /** The parsed deal; only valid if there are no problems. */
  deal: Deal
  feeCents: number | null
  depositCents: number | null
}

export function parseDeal(draft: DealDraft, currency: Currency): ParsedDeal {
  const kind = getKind(draft)
  const isFixed = hasFixedAmount({ kind })
  const feeCents = isFixed ? parseAmount(draft.fee, currency) : null
  const depositCents = isFixed ? parseAmount(draft.deposit, currency) : null
  const basisPoints = kind === 'flat' ? null : parsePercent(draft.share)
  const deal: Deal = {
    kind,
    basisPoints: basisPoints ?? null,
    costs: parseCosts(draft, currency),
    isFeeGuaranteed: isFixed && draft.isFeeGuaranteed === 'yes',
    // Without a fixed amount the cancellation days have no effect, and their fields are hidden.
    cancellation: isFixed
      ? { freeDays: parseDays(draft.freeDays), halfFeeDays: parseDays(draft.halfFeeDays) }
      : CANCELLATION_DAYS,
  }
  const amounts = { feeCents: feeCents ?? null, depositCents: depositCents ?? null }
  const problems: DealErrors = {}
  // Assign in reverse order: later assignments overwrite earlier ones, so each field ends up with its first problem.
  for (const { field, message } of listDealProblems(deal, { ...amounts, currency }).toReversed()) {
    const name = findDealField(field)
    if (name) problems[name] = message
  }
  if (feeCents === undefined || depositCents === undefined) delete problems.deposit
  Object.assign(
    problems,
    checkMoney('fee', feeCents, currency),
    checkMoney('deposit', depositCents, currency),
  )
  if (basisPoints === undefined) problems.share = 'Enter a percentage such as 60%.'
  if (deal.costs.some(({ cents }) => cents > FEE_MAX_CENTS)) problems.costs = describeAmountLimit(currency)
  for (const name of ['freeDays', 'halfFeeDays'] as const)
    if (!(deal.cancellation[name] <= CANCELLATION_DAYS_MAX))
      problems[name] = `Enter 0 to ${CANCELLATION_DAYS_MAX} days.`
  return { problems, deal, ...amounts }
}

/**
 * Says how far the shares of a door split are from 100%. Used for clients only: a DJ doesn't see all shares, so the
 * server checks a DJ's share.
 */
export function findSharesProblem(draft: DealDraft, otherShares: OtherShares): string | undefined {
  if (getKind(draft) !== 'split' || (draft.share === '' && draft.ownShare === '')) return undefined
  const own = parsePercent(draft.ownShare)
  const share = parsePercent(draft.share)
  if (own === undefined) return 'Enter a percentage such as 20%.'
  if (share === undefined) return undefined
  return findSplitProblem([own ?? 0, share ?? 0, sumShares(otherShares)])
}

/** Maps the path in a server error, without its prefix `terms.`, to a field of the draft. */
export function findDealField(path: string): keyof DealDraft | undefined {
  if (path.startsWith('deal.costs')) return 'costs'
  return dealFields.get(path)
}

const dealFields = new Map<string, keyof DealDraft>([
  ['feeCents', 'fee'],
  ['depositCents', 'deposit'],
  ['deal.basisPoints', 'share'],
  ['deal.isFeeGuaranteed', 'isFeeGuaranteed'],
  ['deal.cancellation.freeDays', 'freeDays'],
  ['deal.cancellation.halfFeeDays', 'halfFeeDays'],
])

const sumShares = (shares: OtherShares): number =>
  shares.reduce((sum, { basisPoints }) => sum + basisPoints, 0)

const parseCosts = ({ costs }: DealDraft, currency: Currency): Cost[] =>
  parseCostRows(costs).map(({ label, amount }) => ({
    label: label.trim(),
    cents: parseAmount(amount, currency) ?? 0,
  }))

const parseDays = (text: string): number => (/^\d{1,3}$/u.test(text.trim()) ? Number(text) : Number.NaN)

function checkMoney(
  name: 'fee' | 'deposit',
  cents: number | null | undefined,
  currency: Currency,
): DealErrors {
  if (cents === undefined) return { [name]: 'Enter an amount such as 1200.' }
  return cents !== null && cents > FEE_MAX_CENTS ? { [name]: describeAmountLimit(currency) } : {}
}
