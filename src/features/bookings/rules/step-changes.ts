import type { Currency } from '~/lib/currency'
import { formatMoney } from '~/lib/money'
import { formatShortDate, formatZone } from '~/lib/time'
import { type Deal, FLAT_DEAL, formatShareOfNet } from './deal'
import {
  formatCancellationDays,
  formatCosts,
  formatKind,
  HELD_FROM_TICKETS,
  isUsualCancellation,
} from './deal-texts'
import { formatSet, formatHours, getEventDay } from './set-times'

/** The terms that a step sets; old steps lack some. Amounts in the smallest unit of the booking's currency, times as instants. */
export type StepTerms = {
  eventType?: string | undefined
  location?: string | undefined
  timezone?: string | undefined
  startsAt?: string | undefined
  endsAt?: string | undefined
  feeCents?: number | null | undefined
  depositCents?: number | null | undefined
  deal?: Deal | undefined
  hospitality?: string | undefined
  technical?: string | undefined
}

export type Change = {
  label: string
  /** The value before the step; null if there was none. */
  was: string | null
  /** The value after the step; null if it was removed. */
  is: string | null
}

export type StepChanges = {
  changes: Change[]
  /** Labels of the negotiated terms that did not change. */
  same: string[]
}

/** Returns what a step changed, formatted in the venue's time zone and the booking's currency. */
export function compareTerms(before: StepTerms, step: StepTerms, currency: Currency): StepChanges {
  const after = { ...before, ...step }
  const changes: Change[] = []
  const same: string[] = []
  for (const { label: name, isNegotiated, read } of LINES) {
    const was = read(before, after, currency)
    const is = read(after, before, currency)
    const getLabel = (terms: StepTerms) => (typeof name === 'string' ? name : name(getDeal(terms).kind))
    const label = getLabel(is === null ? before : after)
    if (was !== is) changes.push({ label, was, is })
    // The value is the same, but its label changed, such as from fee to guarantee.
    else if (is !== null && label !== getLabel(before)) changes.push({ label, was: null, is })
    else if (isNegotiated && is !== null) same.push(label)
  }
  return { changes, same }
}

/** Lists the unchanged terms: `Deposit, hospitality and technical rider as before.` */
export function describeSameTerms(same: readonly string[]): string {
  const names = same.map((name, index) => (index === 0 ? name : name.toLowerCase()))
  const last = names.at(-1) ?? ''
  const list = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last
  return `${list} as before.`
}

type Line = {
  label: string | ((kind: Deal['kind']) => string)
  isNegotiated: boolean
  /** Formats this line's value in `terms`. `other`: the terms on the other side of the comparison. */
  read: (terms: StepTerms, other: StepTerms, currency: Currency) => string | null
}

const formatAmount = (cents: number | null | undefined, currency: Currency) =>
  typeof cents === 'number' ? formatMoney(cents, currency) : null

const LINES: readonly Line[] = [
  { label: 'Date', isNegotiated: false, read: formatDate },
  { label: 'Event', isNegotiated: false, read: (terms) => terms.eventType || null },
  { label: 'Place', isNegotiated: false, read: (terms) => terms.location || null },
  {
    label: 'Deal',
    isNegotiated: false,
    // A flat fee is the usual deal, so its kind is listed only if it changed.
    read: (terms, other) =>
      [terms, other].every((each) => getDeal(each).kind === 'flat') ? null : formatKind(getDeal(terms).kind),
  },
  {
    label: (kind) => (kind === 'guarantee' ? 'Guarantee' : 'Fee'),
    isNegotiated: true,
    read: (terms, _, currency) => formatAmount(terms.feeCents, currency),
  },
  {
    label: (kind) => (kind === 'split' ? 'Share' : 'Percentage'),
    isNegotiated: true,
    read: (terms) => {
      const { basisPoints } = getDeal(terms)
      return basisPoints === null ? null : formatShareOfNet(basisPoints)
    },
  },
  {
    label: 'Deposit',
    isNegotiated: true,
    read: (terms, _, currency) => formatAmount(terms.depositCents, currency),
  },
  {
    label: 'Agreed costs',
    isNegotiated: true,
    read: (terms, _, currency) => formatCosts(getDeal(terms), currency),
  },
  {
    label: 'Guaranteed fee',
    isNegotiated: true,
    read: (terms) => (getDeal(terms).isFeeGuaranteed ? HELD_FROM_TICKETS : null),
  },
  {
    label: 'Cancellation',
    isNegotiated: false,
    // The default cancellation days are listed only if the terms they are compared with have different days.
    read: (terms, other) => {
      const [days, otherDays] = [getDeal(terms).cancellation, getDeal(other).cancellation]
      return isUsualCancellation(days) && isUsualCancellation(otherDays) ? null : formatCancellationDays(days)
    },
  },
  { label: 'Set', isNegotiated: true, read: formatSetTimes },
  { label: 'Hours', isNegotiated: false, read: formatLength },
  { label: 'Hospitality', isNegotiated: true, read: (terms) => terms.hospitality || null },
  { label: 'Technical rider', isNegotiated: true, read: (terms) => terms.technical || null },
]

/** Returns the deal of a step. Steps older than the deals feature have a flat fee. */
function getDeal({ deal }: StepTerms): Deal {
  return deal ?? FLAT_DEAL
}

function formatDate({ startsAt, timezone }: StepTerms): string | null {
  if (startsAt === undefined || timezone === undefined) return null
  return formatShortDate(`${getEventDay(startsAt, timezone)}T12:00:00Z`, 'UTC')
}

/** Formats the set's times, with the time zone only if it changed. */
function formatSetTimes({ startsAt, endsAt, timezone }: StepTerms, other: StepTerms): string | null {
  if (startsAt === undefined || endsAt === undefined || timezone === undefined) return null
  const clocks = formatSet({ startsAt, endsAt, timezone })
  return timezone === other.timezone ? clocks : `${clocks}, ${formatZone(timezone)}`
}

function formatLength({ startsAt, endsAt }: StepTerms): string | null {
  return startsAt === undefined || endsAt === undefined ? null : formatHours(startsAt, endsAt)
}
