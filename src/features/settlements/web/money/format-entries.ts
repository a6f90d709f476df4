import { formatShortDay } from '~/lib/time'
import type { Entry, Statement } from '../../contract'
import { countNoun } from '../../rules/describe-line'

/** `Priya Raman, 2 tickets` */
export function describeEntry({ buyerName, tickets }: Entry): string {
  return [buyerName, tickets > 0 ? countNoun(tickets, 'ticket') : ''].filter((part) => part !== '').join(', ')
}

type StatementEvent = Statement['events'][number]['event']

/** `Thu 31 Dec, on sale` */
export function describeEvent({ startsAt, timezone, isDateOpen, isPast, status }: StatementEvent): string {
  const state = status === 'published' ? (isPast ? 'past' : 'on sale') : status
  return isDateOpen ? state : `${formatShortDay(startsAt, timezone)}, ${state}`
}

/** Returns the URL of the event's guest list, filtered by the order. */
export const toOrderUrl = (eventId: string, orderNumber: string) =>
  `/dashboard/events/${eventId}/guests?${new URLSearchParams({ q: orderNumber }).toString()}`
