import { EVENT_TYPES, type EventType, isEventType } from '../rules/event-type'
import { isDateFilter, getNextMonth, type DateFilter } from '../rules/event-window'

/** Search parameters of /events. */
export type EventsSearch = {
  q?: string | undefined
  date?: DateFilter | undefined
  /** Types, separated by commas. */
  type?: string | undefined
  view?: 'list' | undefined
  /** The number of open pages, so that a shared URL and the back button show as many. */
  pages?: number | undefined
}

export type EventFilter = { q?: string; date?: DateFilter; types?: EventType[] }

const MAX_QUERY_LENGTH = 100
const MAX_PAGES = 20

/**
 * Parses search parameters and ignores invalid ones, since old links stay in use. Sets every key, because the router
 * takes missing keys from the URL as they are.
 */
export function parseEventsSearch(raw: Record<string, unknown>): EventsSearch {
  const { q, date, type, view, pages } = raw
  const types = parseTypes({ type: parseText(type) })
  return {
    q: parseText(q)?.slice(0, MAX_QUERY_LENGTH),
    date: typeof date === 'string' && isDateFilter(date) ? date : undefined,
    type: types.length > 0 ? types.join(',') : undefined,
    view: view === 'list' ? view : undefined,
    pages: typeof pages === 'number' ? toPagesParam(pages) : undefined,
  }
}

// Doesn't trim the text: a space at its end may be followed by another word. The router parses `?q=90` as a number.
function parseText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined
}

/** Omits the parameter for one page. */
export function toPagesParam(count: number): number | undefined {
  return Number.isInteger(count) && count > 1 ? Math.min(count, MAX_PAGES) : undefined
}

/** Removes empty keys, which would appear in the URL as `q=undefined`. */
export function withoutEmpty(search: EventsSearch): EventsSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}

/** Returns the chosen types in a fixed order, so that each choice has one URL and one cache entry. */
export function parseTypes(search: Pick<EventsSearch, 'type'>): EventType[] {
  const named = new Set((search.type ?? '').split(',').filter(isEventType))
  return EVENT_TYPES.filter((type) => named.has(type))
}

export function toFilter(search: EventsSearch): EventFilter {
  const q = search.q?.trim()
  const types = parseTypes(search)
  return {
    ...(q ? { q } : {}),
    ...(search.date ? { date: search.date } : {}),
    ...(types.length > 0 ? { types } : {}),
  }
}

/** The chip after "This weekend". Decided once per response, so that server and browser show the same month. */
export function getMonthChip(now: Date): { date: DateFilter; label: string } {
  return getNextMonth(now)
}
