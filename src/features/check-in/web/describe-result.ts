import { pluralize } from '~/lib/pluralize'
import { formatClock, formatShortDay, formatIsoDay } from '~/lib/time'
import type { CheckInList } from '../contract'
import type { ShownResult } from './check-in-actions'
import { formatInviter } from './check-in-attendees'
import type { Tone } from './sounds'

export interface ResultText {
  tone: Tone
  /** The headline, line by line. */
  lines: string[]
  eyebrow: string
  name: string
  detail: string
  number: string | undefined
  /** The only button besides Next. */
  action: 'undo' | 'admit' | 'sell' | 'search'
}

type ResultEvent = Pick<CheckInList['event'], 'startsAt' | 'timezone' | 'opensAt' | 'title' | 'state'>

/**
 * Returns the texts of the result screen. `countLabel` is the count after this result, `213 of 402 in`; `listAt` is in
 * milliseconds.
 */
export function describeResult(
  result: ShownResult,
  at: { event: ResultEvent; countLabel: string; listAt: number },
): ResultText {
  const { ticket, guest } = result
  const text = describeOutcome(result, at)
  return {
    ...text,
    name: text.name ?? ticket?.name ?? guest?.name ?? 'Unknown',
    number: ticket?.number,
  }
}

type OutcomeText = Omit<ResultText, 'name' | 'number'> & { name?: string }
const no = { tone: 'no', eyebrow: 'Don’t admit' } as const

function describeOutcome(
  result: ShownResult,
  { event, countLabel, listAt }: { event: ResultEvent; countLabel: string; listAt: number },
): OutcomeText {
  const { timezone } = event
  switch (result.outcome) {
    case 'checked_in':
      return {
        tone: 'yes',
        lines: ['Valid'],
        eyebrow: countLabel,
        detail: describeHolder(result),
        action: 'undo',
      }
    case 'admitted':
      return {
        tone: 'yes',
        lines: ['Admitted'],
        eyebrow: 'Not counted again',
        detail: describeHolder(result),
        action: 'undo',
      }
    case 'duplicate':
      return {
        tone: 'duplicate',
        lines: ['Already in', ...(result.since ? [`at ${formatClock(result.since.at, timezone)}`] : [])],
        eyebrow: 'Not counted again',
        detail: describeEarlierCheckIn(result),
        action: 'admit',
      }
    case 'wrong_event':
      return { ...no, lines: ['Wrong', 'event'], ...describeOtherEvent(result, event), action: 'sell' }
    case 'refunded':
      return {
        ...no,
        lines: ['Refunded'],
        detail: `${formatType(result)}This ticket was refunded.`,
        action: 'sell',
      }
    case 'cancelled':
      return { ...no, lines: ['Canceled'], detail: describeCancellation(result, event), action: 'sell' }
    case 'transferred':
      return {
        ...no,
        lines: ['Transferred'],
        detail: 'This ticket was transferred. Only the new holder’s code is valid.',
        action: 'sell',
      }
    case 'not_yet':
      return {
        ...no,
        lines: ['Not yet'],
        detail:
          event.state === 'no_date'
            ? 'The event was postponed and has no new date.'
            : `Check-in opens on ${formatShortDay(event.opensAt, timezone)} at ${formatClock(event.opensAt, timezone)}.`,
        action: 'search',
      }
    case 'over':
      return { ...no, lines: ['Over'], detail: 'The event is over.', action: 'search' }
    default:
      return describeUnknownCode(result, formatClock(new Date(listAt).toISOString(), timezone))
  }
}

function describeUnknownCode(result: ShownResult, listClock: string): OutcomeText {
  if (result.isLocal)
    return {
      ...no,
      lines: ['Not on', 'the list'],
      name: 'Not on this phone',
      detail: `The list is from ${listClock}. The ticket may be for another event or was bought since.`,
      action: 'search',
    }
  return {
    ...no,
    lines: ['Not a', 'ticket'],
    detail: 'This code isn’t a ticket from this site.',
    action: 'sell',
  }
}

/** Returns `General Admission, ticket 1 of 3` or `Guest list, 1 of 3 in, from Juno Okafor`. */
function describeHolder({ ticket, guest }: ShownResult): string {
  if (ticket)
    return ticket.count > 1 ? `${ticket.type}, ticket ${ticket.position} of ${ticket.count}` : ticket.type
  if (!guest) return ''
  const part = guest.size > 1 ? `, ${guest.arrived} of ${guest.size} in` : ''
  return `Guest list${part}${guest.guestOf === '' ? '' : `, ${formatInviter(guest.guestOf)}`}`
}

const formatType = ({ ticket }: ShownResult): string => (ticket ? `${ticket.type}. ` : '')

function describeEarlierCheckIn(result: ShownResult): string {
  const kind = result.ticket?.type ?? 'Guest list'
  const { since } = result
  if (!since) return `${kind}.`
  const entrance = since.entrance === '' ? '' : ` at the ${formatEntrance(since.entrance)}`
  const by = since.by === '' ? '' : ` by ${since.by}`
  return entrance === '' && by === ''
    ? `${kind}. Scanned on this phone.`
    : `${kind}. Scanned${entrance}${by}.`
}

/** Returns `side door`, also for an entrance named `Side door`. */
export function formatEntrance(entrance: string): string {
  const name = entrance.charAt(0).toLowerCase() + entrance.slice(1)
  return /\b(?:door|entrance|gate)\b/iu.test(name) ? name : `${name} door`
}

function describeCancellation(result: ShownResult, event: ResultEvent): string {
  return event.state === 'cancelled'
    ? 'The event is canceled.'
    : `${formatType(result)}This ticket was canceled.`
}

function describeOtherEvent({ other }: ShownResult, event: ResultEvent): { name: string; detail: string } {
  if (!other) return { name: 'Another event', detail: 'This ticket is for another event on this site.' }
  const { title, startsAt, timezone, venueName, location } = other
  const place = location.split(',')[0] ?? ''
  const days = toDayNumber(startsAt, timezone) - toDayNumber(event.startsAt, event.timezone)
  return {
    name: title,
    detail: `${formatShortDay(startsAt, timezone)}, ${venueName}${place === '' ? '' : `, ${place}`}. ${describeDayDifference(days)}`,
  }
}

function describeDayDifference(days: number): string {
  if (days === 0) return 'It’s for another event on the same date.'
  const count = pluralize(Math.abs(days), 'day')
  return days > 0 ? `It’s for an event ${count} later.` : `It’s for an event ${count} earlier.`
}

const toDayNumber = (moment: string, zone: string): number =>
  Date.parse(formatIsoDay(moment, zone)) / 86_400_000
