import { pluralize } from '~/lib/pluralize'
import { formatClock, formatShortDay, isoDay } from '~/lib/time'
import type { CheckInList } from '../contract'
import type { ShownAnswer } from './check-in-actions'
import { formatGuestOf } from './check-in-attendees'
import type { Tone } from './sounds'

export interface AnswerText {
  tone: Tone
  /** The headline, line by line. */
  lines: string[]
  eyebrow: string
  who: string
  why: string
  number: string | undefined
  /** The only action besides Next. */
  way: 'undo' | 'admit' | 'sell' | 'search'
}

type AnswerEvent = Pick<CheckInList['event'], 'startsAt' | 'timezone' | 'opensAt' | 'title' | 'state'>

/**
 * Returns the texts of the answer screen. `countLabel` is the count after this answer, `213 of 402 in`; `listAt` is in
 * milliseconds.
 */
export function describeAnswer(
  answer: ShownAnswer,
  at: { event: AnswerEvent; countLabel: string; listAt: number },
): AnswerText {
  const { ticket, guest } = answer
  const words = wordsOf(answer, at)
  return {
    ...words,
    who: words.who ?? ticket?.name ?? guest?.name ?? 'Unknown',
    number: ticket?.number,
  }
}

type Words = Omit<AnswerText, 'who' | 'number'> & { who?: string }
const no = { tone: 'no', eyebrow: 'Don’t admit' } as const

function wordsOf(
  answer: ShownAnswer,
  { event, countLabel, listAt }: { event: AnswerEvent; countLabel: string; listAt: number },
): Words {
  const { timezone } = event
  switch (answer.outcome) {
    case 'checked_in':
      return { tone: 'yes', lines: ['Valid'], eyebrow: countLabel, why: whatFor(answer), way: 'undo' }
    case 'admitted':
      return {
        tone: 'yes',
        lines: ['Admitted'],
        eyebrow: 'Not counted again',
        why: whatFor(answer),
        way: 'undo',
      }
    case 'duplicate':
      return {
        tone: 'duplicate',
        lines: ['Already in', ...(answer.since ? [`at ${formatClock(answer.since.at, timezone)}`] : [])],
        eyebrow: 'Not counted again',
        why: describeRepeat(answer),
        way: 'admit',
      }
    case 'wrong_event':
      return { ...no, lines: ['Wrong', 'event'], ...otherEvent(answer, event), way: 'sell' }
    case 'refunded':
      return { ...no, lines: ['Refunded'], why: `${typeOf(answer)}This ticket was refunded.`, way: 'sell' }
    case 'cancelled':
      return { ...no, lines: ['Cancelled'], why: cancelledWhy(answer, event), way: 'sell' }
    case 'transferred':
      return {
        ...no,
        lines: ['Transferred'],
        why: 'This ticket was transferred. Only the new holder’s code is valid.',
        way: 'sell',
      }
    case 'not_yet':
      return {
        ...no,
        lines: ['Not yet'],
        why:
          event.state === 'no_date'
            ? 'The event was postponed and has no new date.'
            : `Check-in opens on ${formatShortDay(event.opensAt, timezone)} at ${formatClock(event.opensAt, timezone)}.`,
        way: 'search',
      }
    case 'over':
      return { ...no, lines: ['Over'], why: 'The event is over.', way: 'search' }
    default:
      return describeUnknownCode(answer, formatClock(new Date(listAt).toISOString(), timezone))
  }
}

function describeUnknownCode(answer: ShownAnswer, listClock: string): Words {
  if (answer.isLocal)
    return {
      ...no,
      lines: ['Not on', 'the list'],
      who: 'Not on this phone',
      why: `The list is from ${listClock}. The ticket may be for another event or was bought since.`,
      way: 'search',
    }
  return { ...no, lines: ['Not a', 'ticket'], why: 'This code isn’t a ticket from this site.', way: 'sell' }
}

/** Returns `General Admission, ticket 1 of 3` or `Guest list, 1 of 3 in, from Juno Okafor`. */
function whatFor({ ticket, guest }: ShownAnswer): string {
  if (ticket)
    return ticket.count > 1 ? `${ticket.type}, ticket ${ticket.position} of ${ticket.count}` : ticket.type
  if (!guest) return ''
  const part = guest.size > 1 ? `, ${guest.arrived} of ${guest.size} in` : ''
  return `Guest list${part}${guest.guestOf === '' ? '' : `, ${formatGuestOf(guest.guestOf)}`}`
}

const typeOf = ({ ticket }: ShownAnswer): string => (ticket ? `${ticket.type}. ` : '')

function describeRepeat(answer: ShownAnswer): string {
  const kind = answer.ticket?.type ?? 'Guest list'
  const { since } = answer
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

function cancelledWhy(answer: ShownAnswer, event: AnswerEvent): string {
  return event.state === 'cancelled'
    ? 'The event is cancelled.'
    : `${typeOf(answer)}This ticket was cancelled.`
}

function otherEvent({ other }: ShownAnswer, event: AnswerEvent): { who: string; why: string } {
  if (!other) return { who: 'Another event', why: 'This ticket is for another event on this site.' }
  const { title, startsAt, timezone, venueName, location } = other
  const place = location.split(',')[0] ?? ''
  const days = dayNumber(startsAt, timezone) - dayNumber(event.startsAt, event.timezone)
  return {
    who: title,
    why: `${formatShortDay(startsAt, timezone)}, ${venueName}${place === '' ? '' : `, ${place}`}. ${apart(days)}`,
  }
}

function apart(days: number): string {
  if (days === 0) return 'Same date, different event.'
  const count = pluralize(Math.abs(days), 'day')
  return days > 0 ? `This ticket is ${count} early.` : `This ticket is ${count} late.`
}

const dayNumber = (moment: string, zone: string): number => Date.parse(isoDay(moment, zone)) / 86_400_000
