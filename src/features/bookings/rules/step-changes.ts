import { formatDollars } from '~/lib/money'
import { formatShortDate, formatZone } from '~/lib/time'
import { formatSet, formatHours, getEventDay } from './set-times'

/** The terms that a step sets; old steps lack some. Amounts in cents, times as instants. */
export type StepTerms = {
  eventType?: string | undefined
  location?: string | undefined
  timezone?: string | undefined
  startsAt?: string | undefined
  endsAt?: string | undefined
  feeCents?: number | null | undefined
  depositCents?: number | null | undefined
  hospitality?: string | undefined
  technical?: string | undefined
}

export type Change = {
  label: string
  /** Null: there was no value before. */
  was: string | null
  /** Null: the value was removed. */
  is: string | null
}

export type StepChanges = {
  changes: Change[]
  /** Labels of the negotiated terms that did not change. */
  same: string[]
}

/** Returns what a step changed, formatted in the venue's time zone. */
export function compareTerms(before: StepTerms, step: StepTerms): StepChanges {
  const after = { ...before, ...step }
  const changes: Change[] = []
  const same: string[] = []
  for (const { label, isNegotiated, read } of LINES) {
    const was = read(before, after)
    const is = read(after, before)
    if (was !== is) changes.push({ label, was, is })
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
  label: string
  isNegotiated: boolean
  /** Formats `terms`; `other` are the terms to compare them with. */
  read: (terms: StepTerms, other: StepTerms) => string | null
}

const formatMoney = (cents: number | null | undefined) =>
  typeof cents === 'number' ? formatDollars(cents) : null

const LINES: readonly Line[] = [
  { label: 'Date', isNegotiated: false, read: formatDate },
  { label: 'Event', isNegotiated: false, read: (terms) => terms.eventType || null },
  { label: 'Place', isNegotiated: false, read: (terms) => terms.location || null },
  { label: 'Fee', isNegotiated: true, read: (terms) => formatMoney(terms.feeCents) },
  { label: 'Deposit', isNegotiated: true, read: (terms) => formatMoney(terms.depositCents) },
  { label: 'Set', isNegotiated: true, read: formatSetTimes },
  { label: 'Hours', isNegotiated: false, read: formatLength },
  { label: 'Hospitality', isNegotiated: true, read: (terms) => terms.hospitality || null },
  { label: 'Technical rider', isNegotiated: true, read: (terms) => terms.technical || null },
]

function formatDate({ startsAt, timezone }: StepTerms): string | null {
  if (startsAt === undefined || timezone === undefined) return null
  return formatShortDate(`${getEventDay(startsAt, timezone)}T12:00:00Z`, 'UTC')
}

/** Names the time zone only if it changed. */
function formatSetTimes({ startsAt, endsAt, timezone }: StepTerms, other: StepTerms): string | null {
  if (startsAt === undefined || endsAt === undefined || timezone === undefined) return null
  const clocks = formatSet({ startsAt, endsAt, timezone })
  return timezone === other.timezone ? clocks : `${clocks}, ${formatZone(timezone)}`
}

function formatLength({ startsAt, endsAt }: StepTerms): string | null {
  return startsAt === undefined || endsAt === undefined ? null : formatHours(startsAt, endsAt)
}
