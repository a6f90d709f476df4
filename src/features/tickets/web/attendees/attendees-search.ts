import { oneOf, readCursors, readText } from '~/lib/read-search'
import type { AttendeeFilter } from '../../contract-attendees'

export const PEOPLE_TABS = ['attendees', 'guests', 'messages'] as const
export type PeopleTab = (typeof PEOPLE_TABS)[number]

/** What the address of the guests' screen says. What is usual is left out of it. */
export type PeopleSearch = {
  tab?: Exclude<PeopleTab, 'attendees'> | undefined
  q?: string | undefined
  filter?: Exclude<AttendeeFilter, 'all'> | undefined
  after?: string | undefined
  before?: string | undefined
}

const FILTERS = ['in', 'not_in', 'comp', 'refunded'] as const

/** What an address says wrongly counts as not said. Every key is named, since the router keeps what a reader leaves out. */
export function readPeopleSearch(raw: Record<string, unknown>): PeopleSearch {
  return {
    tab: oneOf(['guests', 'messages'], raw['tab']),
    q: readText(raw['q']),
    filter: oneOf(FILTERS, raw['filter']),
    ...readCursors(raw),
  }
}

export function firstPage(search: PeopleSearch): PeopleSearch {
  return { ...search, after: undefined, before: undefined }
}

/** The file of everything that is found, not of one page. */
export function attendeesFile(eventId: string, { q, filter }: PeopleSearch): string {
  const said = Object.entries({ q, filter }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  const search = new URLSearchParams(said).toString()
  return `/api/v1/me/events/${eventId}/attendees.csv${search === '' ? '' : `?${search}`}`
}
