import { formatUrl, parseOption, parseCursors, parseSearchText } from '~/lib/search-parameters'
import type { AttendeeFilter } from '../../contract-attendees'

export const ATTENDEES_TABS = ['attendees', 'guests', 'messages'] as const
export type AttendeesTab = (typeof ATTENDEES_TABS)[number]

/** The search params of the attendees page, without defaults. */
export type AttendeesSearch = {
  tab?: Exclude<AttendeesTab, 'attendees'> | undefined
  q?: string | undefined
  filter?: Exclude<AttendeeFilter, 'all'> | undefined
  after?: string | undefined
  before?: string | undefined
}

const FILTERS = ['checked_in', 'not_checked_in', 'comp', 'refunded'] as const

/**
 * Parses the search params and ignores unknown values. Returns every key, because the router keeps the keys that a
 * result omits.
 */
export function readAttendeesSearch(raw: Record<string, unknown>): AttendeesSearch {
  return {
    tab: parseOption(['guests', 'messages'], raw['tab']),
    q: parseSearchText(raw['q']),
    filter: parseOption(FILTERS, raw['filter']),
    ...parseCursors(raw),
  }
}

export const toExportUrl = (eventId: string, { q, filter }: AttendeesSearch) =>
  formatUrl(`/api/v1/me/events/${eventId}/attendees.csv`, { q, filter })
