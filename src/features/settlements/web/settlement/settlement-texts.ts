import { formatPercent, formatShareOfNet } from '~/features/bookings/rules/deal'
import { formatBalance } from '~/lib/money'
import { formatTaxName } from '~/lib/tax-rate'
import { formatClock, formatIsoDay } from '~/lib/time'
import type { Settlement } from '../../contract-settlement'
import { FIGURE_LABELS } from '../../rules/figures'
import { formatDayOfMonth } from '../../rules/statement-month'

type SettlementShare = Settlement['shares'][number]

/** `Mara`, from `Mara Voss` */
export const getFirstName = (name: string): string => name.trim().split(/\s+/u)[0] ?? name

/** `Mara`, or `a deleted account` */
export const getShortName = (person: SettlementShare['person']): string =>
  person === null ? 'a deleted account' : getFirstName(person.name)

/** `Mara, Juno and Temi` */
export function joinNames(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** `12 Dec, 13:05` */
export const formatDayAndTime = (at: string, zone: string): string =>
  `${formatDayOfMonth(formatIsoDay(at, zone))}, ${formatClock(at, zone)}`

/** `00:42:10` */
export function formatTimeOfDay(at: Date, zone: string): string {
  return `${formatClock(at, zone)}:${String(at.getUTCSeconds()).padStart(2, '0')}`
}

/** Says how a DJ's share is calculated, with the numbers filled in. */
export function describeShare(
  { kind, basis, basisPoints, fixedCents, shareCents }: SettlementShare,
  { netCents, event }: Pick<Settlement, 'netCents' | 'event'>,
): string {
  if (basis === 'cancelled')
    return `Canceled. Under the booking’s terms, the DJ gets ${formatBalance(shareCents, event.currency)}.`
  if (basis === 'deleted')
    return `The DJ deleted their account, and keeps the ${formatBalance(shareCents, event.currency)} that was transferred to them.`
  const fixed = formatBalance(fixedCents ?? 0, event.currency)
  if (kind === 'flat') return `A flat fee of ${fixed}.`
  const ofNet = formatShareOfNet(basisPoints)
  const points = basisPoints ?? 0
  if (netCents < 0)
    return kind === 'guarantee'
      ? `The greater of the ${fixed} guarantee and ${ofNet}. Net is below zero, so the guarantee applies.`
      : `${ofNet}. Net is below zero, so the share is ${formatBalance(0, event.currency)}.`
  const percentage = Math.floor((netCents * points + 5000) / 10_000)
  const formula = `${formatPercent(points)} × ${formatBalance(netCents, event.currency)} = ${formatBalance(percentage, event.currency)}`
  if (kind !== 'guarantee') return `${ofNet}. ${formula}.`
  const rule = `The greater of the ${fixed} guarantee and ${ofNet}.`
  if (basis === 'percentage')
    return `${rule} ${formula}. The percentage is ${formatBalance(shareCents - (fixedCents ?? 0), event.currency)} higher.`
  const from =
    points === 0
      ? ''
      : ` The percentage applies from ${formatBalance(getThreshold(fixedCents ?? 0, points), event.currency)} net.`
  return `${rule} ${formula}, so the guarantee applies.${from}`
}

const getThreshold = (fixedCents: number, basisPoints: number): number =>
  Math.ceil((fixedCents * 10_000) / basisPoints)

/** Says what the organizer gets of net. */
export function describeRest({ shares }: Pick<Settlement, 'shares'>): string {
  const names = [...new Set(shares.map(({ person }) => getShortName(person)))]
  return names.length === 0 ? 'All of net.' : `The rest of net, after the shares of ${joinNames(names)}.`
}

export type Line = { label: string; cents: number }

/** Lists the parts of a share that were paid before, and the part that the event's balance doesn't cover. */
export function listShareLines(share: SettlementShare, organizer: string): Line[] {
  return [
    { label: 'Deposit paid', cents: -share.depositCents },
    { label: 'Guaranteed fee released', cents: -share.releasedCents },
    { label: `Not covered, owed by ${organizer}`, cents: -share.missingCents },
  ].filter(({ cents }) => cents !== 0)
}

/**
 * Returns the organizer's part of net, the lines that are added to it, and the resulting amount: `restCents` and the
 * lines add up to `staysCents`.
 */
export function getOrganizerPart(settlement: Settlement): {
  restCents: number
  lines: Line[]
  staysCents: number
} {
  const { shares, netCents, costsCents, taxCents, organizerCents, organizer, event } = settlement
  const { paidInCents, paidInFeesCents, depositsCents } = settlement
  const restCents = shares.reduce((rest, { shareCents }) => rest - shareCents, netCents)
  const lines = [
    { label: `Costs paid by ${getFirstName(organizer.name)}`, cents: costsCents },
    { label: `${formatTaxName(event.currency)} to declare`, cents: taxCents },
    ...shares.flatMap((share) => {
      const name = getShortName(share.person)
      const paid = share.depositCents + share.releasedCents
      return [
        { label: `Deposit paid to ${name}`, cents: share.depositCents },
        { label: `Still owed to ${name}`, cents: share.missingCents },
        { label: `Paid to ${name} beyond their share`, cents: Math.min(share.shareCents - paid, 0) },
      ]
    }),
    { label: `Paid in by ${getFirstName(organizer.name)}`, cents: paidInCents - depositsCents },
    { label: 'Processing fees of these payments', cents: -paidInFeesCents },
  ].filter(({ cents }) => cents !== 0)
  return { restCents, lines, staysCents: organizerCents }
}

/** Labels the organizer's part in the total, which stays in their balance until the settlement is paid. */
export function formatOrganizerPartLabel({
  state,
  organizer,
  organizerCents,
  transfers,
}: Settlement): string {
  const name = getFirstName(organizer.name)
  if (state !== 'paid' || organizerCents <= 0) return `Stays in ${name}’s balance`
  const hasPaidDebt = transfers.some(({ offsetTitle }) => offsetTitle !== null)
  return hasPaidDebt ? `Paid out to ${name}, or deducted for earlier events` : `Paid out to ${name}`
}

/** Adds up what all sides get from the event, to compare it with the event's balance. */
export function sumSheet({ shares, organizerCents }: Pick<Settlement, 'shares' | 'organizerCents'>): number {
  return shares.reduce(
    (sum, { releasedCents, transferCents }) => sum + releasedCents + transferCents,
    organizerCents,
  )
}

/** Returns a DJ's payout from the settlement, for all their bookings. */
export function sumOwnTransfers({ shares }: Pick<Settlement, 'shares'>, personId: string): number {
  return shares.reduce(
    (sum, { person, transferCents }) => sum + (person?.id === personId ? transferCents : 0),
    0,
  )
}

/** Where the amount of a share comes from, such as `60% of net`. */
export function formatBasis({ basis, basisPoints }: SettlementShare): string {
  if (basis === 'percentage') return formatShareOfNet(basisPoints)
  return { flat: 'Flat fee', guarantee: 'Guarantee', cancelled: 'Canceled', deleted: 'Transferred before' }[
    basis
  ]
}

/** Lists the figures of the sheet that can be questioned, without zero amounts. Deductions and costs are positive. */
export function listQuestionableFigures(
  settlement: Settlement,
): { figure: string; label: string; cents: number }[] {
  const { grossCents, refundsCents, feesCents, disputesCents, taxCents, costs, shares } = settlement
  return [
    { figure: 'gross', label: FIGURE_LABELS.gross, cents: grossCents },
    { figure: 'refunds', label: FIGURE_LABELS.refunds, cents: refundsCents },
    { figure: 'fees', label: FIGURE_LABELS.fees, cents: feesCents },
    { figure: 'disputes', label: FIGURE_LABELS.disputes, cents: disputesCents },
    { figure: 'tax', label: FIGURE_LABELS.tax, cents: taxCents },
    ...costs,
    ...shares.map(({ bookingId, person, shareCents }) => ({
      figure: `share:${bookingId}`,
      label: `Share of ${person?.name ?? 'a deleted account'}`,
      cents: shareCents,
    })),
  ]
    .filter(({ cents }) => cents !== 0)
    .map(({ figure, label, cents }) => ({ figure, label, cents }))
}

/** Says how the organizer can resolve the open questions. */
export function describeResolution(open: Pick<Settlement['questions'][number], 'isCorrectable'>[]): string {
  const correctable = open.filter(({ isCorrectable }) => isCorrectable).length
  const figure = open.length === 1 ? 'the figure' : 'each figure'
  if (correctable === 0) return `Confirm ${figure} with a message.`
  return correctable === open.length
    ? `Correct ${figure}, or confirm it with a message.`
    : 'Confirm each figure with a message. Agreed costs can also be corrected to the expected amount.'
}

/** Says whether a side has accepted: `accepted 12 Dec, 13:05`, `not accepted yet`. */
export function describeSide(
  { person, acceptedAt, isOutdated }: Settlement['sides'][number],
  { state, questions, event }: Settlement,
): string {
  if (state === 'running') return 'accepts after the event'
  if (state === 'accepted' || state === 'paid')
    return acceptedAt === null ? 'didn’t accept' : formatDayAndTime(acceptedAt, event.timezone)
  const question = questions.find((open) => open.resolution === null && open.person?.id === person.id)
  if (question !== undefined) return `questioned ${formatDayAndTime(question.createdAt, event.timezone)}`
  if (acceptedAt !== null) return `accepted ${formatDayAndTime(acceptedAt, event.timezone)}`
  return isOutdated ? 'figures changed, must accept again' : 'not accepted yet'
}

/** The line above the headline, the badge and the headline of the sheet. A DJ sees the amount they receive. */
export function describeSheet(
  settlement: Settlement,
  personId: string,
): { label: string; badge: string; headline: string } {
  const { state, side, netCents, sides, event } = settlement
  const accepted = sides.filter(({ acceptedAt }) => acceptedAt !== null)
  const hasAccepted = accepted.some(({ person }) => person.id === personId)
  const badge = {
    running: 'draft',
    ready: hasAccepted ? 'waiting' : side === 'dj' || accepted.length > 0 ? 'your answer' : 'ready',
    questioned: 'questioned',
    accepted: 'final',
    paid: 'paid',
  }[state]
  if (side === 'dj') {
    const label =
      state === 'running' ? 'You receive so far' : state === 'paid' ? 'You received' : 'You receive'
    return { label, badge, headline: formatBalance(sumOwnTransfers(settlement, personId), event.currency) }
  }
  const headline = {
    running: formatBalance(netCents, event.currency),
    ready: accepted.length === 0 ? 'Ready' : `Accepted by ${accepted.length}`,
    questioned: 'On hold',
    accepted: 'Accepted',
    paid: 'Paid out',
  }[state]
  return { label: state === 'running' ? 'Net so far' : 'Settlement', badge, headline }
}
