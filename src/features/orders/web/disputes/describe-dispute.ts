import type { BadgeTone } from '~/design/badge'
import { formatMoney } from '~/lib/money'
import { pluralize } from '~/lib/pluralize'
import { formatShortDay } from '~/lib/time'
import type { DisputeDetail } from '../../contract-disputes'

export const getBuyer = ({ buyerName }: Pick<DisputeDetail, 'buyerName'>) =>
  buyerName === '' ? 'a deleted account' : buyerName

export function getBadge(dispute: DisputeDetail): { label: string; tone: BadgeTone } {
  const { status, canRespond, dueBy, event, response } = dispute
  if (status === 'open') {
    if (!canRespond) return { label: 'deadline passed', tone: 'neutral' }
    if (dueBy === null) return { label: 'open', tone: 'orange' }
    return { label: `answer by ${formatShortDay(dueBy, event.timezone)}`, tone: 'orange' }
  }
  if (status === 'under_review') return { label: 'in review', tone: 'blue' }
  if (status === 'won') return { label: 'won', tone: 'green' }
  if (status === 'closed') return { label: 'closed', tone: 'neutral' }
  return { label: response?.kind === 'acceptance' ? 'accepted' : 'lost', tone: 'red' }
}

/** Returns the headline of a decided dispute and the line above it. */
export function getOutcome({ status, response }: DisputeDetail): { label: string; headline: string } {
  if (status === 'won') return { label: 'Decided for you', headline: 'Won' }
  if (status === 'closed') return { label: 'Withdrawn by the bank', headline: 'Closed' }
  const headline = response?.kind === 'acceptance' ? 'Accepted' : 'Lost'
  return { label: 'Decided for the buyer', headline }
}

/** Describes the tickets of the order as they are now: “2, still valid”. */
export function describeTickets({ facts }: DisputeDetail): string {
  const tickets = facts?.tickets ?? []
  if (tickets.length === 0) return 'None'
  const valid = tickets.filter(({ status }) => status === 'valid').length
  if (valid === tickets.length) return `${valid}, still valid`
  return valid === 0 ? `${tickets.length}, no longer valid` : `${tickets.length}, ${valid} still valid`
}

/** Says who decided a dispute, when, and where the money and the tickets are now. */
export function describeDecision(dispute: DisputeDetail): string {
  const { status, amountCents, closedAt, event, response } = dispute
  const amount = formatMoney(amountCents, dispute.currency)
  const day = closedAt === null ? '' : ` on ${formatShortDay(closedAt, event.timezone)}`
  const buyer = getBuyer(dispute)
  if (status === 'won')
    return `The bank decided for you${day}. You keep ${amount}.${describeTicketsAfter(dispute)}`
  if (status === 'closed') return `The bank withdrew its question${day}. You keep ${amount}.`
  const decision =
    response?.kind === 'acceptance'
      ? `${response.by ?? 'The organizer'} accepted the dispute${day}.`
      : `The bank decided for the buyer${day}.`
  return `${decision} ${amount} went back to ${buyer}.${describeTicketsAfter(dispute)}`
}

function describeTicketsAfter({ facts }: DisputeDetail): string {
  const tickets = facts?.tickets ?? []
  if (tickets.length === 0) return ''
  const valid = tickets.filter(({ status }) => status === 'valid').length
  const ended = tickets.length - valid
  return [
    valid > 0 ? ` ${pluralize(valid, 'ticket is', 'tickets are')} still valid.` : '',
    ended > 0 ? ` ${pluralize(ended, 'ticket is', 'tickets are')} no longer valid.` : '',
  ].join('')
}
