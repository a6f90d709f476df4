import { formatCount } from '~/lib/count'
import { formatShortDay } from '~/lib/time'
import type { Entry, Statement, StatementRow } from '../../contract'

/** `1 ticket`, `1,250 tickets` */
export function countNoun(count: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(count)} ${count === 1 ? singular : plural}`
}

export const countEntries = (count: number): string => countNoun(count, 'entry', 'entries')

/** What a line of the statement is made of. */
export function describeLine({ line, tickets, entries }: StatementRow): string {
  if (line === 'sales') return `${countNoun(tickets, 'ticket')} in ${countNoun(entries, 'payment')}`
  if (line === 'refunds') return countNoun(tickets, 'ticket')
  if (line === 'transfers' || line === 'payouts') return countEntries(entries)
  return countNoun(entries, 'payment')
}

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

/** The guest list of the event, searched for the order. */
export const toOrderUrl = (eventId: string, orderNumber: string) =>
  `/dashboard/events/${eventId}/guests?${new URLSearchParams({ q: orderNumber }).toString()}`
