import { addressOf, oneOf, readCursors, readText } from '~/lib/read-search'
import type { AttendeeFilter } from '../../contract-attendees'

export const ATTENDEES_TABS = ['attendees', 'guests', 'messages'] as const
export type AttendeesTab = (typeof ATTENDEES_TABS)[number]

/** The search of the guests' screen, without defaults. */
export type AttendeesSearch = {
  tab?: Exclude<AttendeesTab, 'attendees'> | undefined
  q?: string | undefined
  filter?: Exclude<AttendeeFilter, 'all'> | undefined
  after?: string | undefined
  before?: string | undefined
}

const FILTERS = ['in', 'not_in', 'comp', 'refunded'] as const

/** Unknown values count as missing. Every key is named, since the router keeps what a reader leaves out. */
export function readAttendeesSearch(raw: Record<string, unknown>): AttendeesSearch {
  return {
    tab: oneOf(['guests', 'messages'], raw['tab']),
    q: readText(raw['q']),
    filter: oneOf(FILTERS, raw['filter']),
    ...readCursors(raw),
  }
}

/** The file of everything that is found. */
export const attendeesFile = (eventId: string, { q, filter }: AttendeesSearch) =>
  addressOf(`/api/v1/me/events/${eventId}/attendees.csv`, { q, filter })
