import { EVENT_TYPES, type EventType, isEventType } from '../rules/event-type'
import { isWhen, nextMonth, type When } from '../rules/event-window'

/** Search parameters of /events. */
export type EventsSearch = {
  q?: string | undefined
  when?: When | undefined
  /** Types, separated by commas. */
  type?: string | undefined
  view?: 'list' | undefined
  /** Number of open pages, so that a shared address and the back button show as many. */
  pages?: number | undefined
}

export type EventFilter = { q?: string; when?: When; types?: EventType[] }

const LONGEST_QUERY = 100
const MOST_PAGES = 20

/**
 * Parses search parameters and ignores invalid ones, since old links stay in use. Sets every key, because the router
 * takes missing keys from the address as they are.
 */
export function readEventsSearch(raw: Record<string, unknown>): EventsSearch {
  const { q, when, type, view, pages } = raw
  const types = typesOf({ type: textOf(type) })
  return {
    q: textOf(q)?.slice(0, LONGEST_QUERY),
    when: typeof when === 'string' && isWhen(when) ? when : undefined,
    type: types.length > 0 ? types.join(',') : undefined,
    view: view === 'list' ? view : undefined,
    pages: typeof pages === 'number' ? openPages(pages) : undefined,
  }
}

// Not trimmed: a trailing space may be followed by another word. The router parses `?q=90` as a number.
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined
}

/** Omits the parameter for one page. */
export function openPages(count: number): number | undefined {
  return Number.isInteger(count) && count > 1 ? Math.min(count, MOST_PAGES) : undefined
}

/** Removes empty keys, which would appear in the address as `q=undefined`. */
export function withoutEmpty(search: EventsSearch): EventsSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}

/** A fixed order, so that each choice has one address and one cache entry. */
export function typesOf(search: Pick<EventsSearch, 'type'>): EventType[] {
  const named = new Set((search.type ?? '').split(',').filter(isEventType))
  return EVENT_TYPES.filter((type) => named.has(type))
}

export function filterOf(search: EventsSearch): EventFilter {
  const q = search.q?.trim()
  const types = typesOf(search)
  return {
    ...(q ? { q } : {}),
    ...(search.when ? { when: search.when } : {}),
    ...(types.length > 0 ? { types } : {}),
  }
}

/** The chip after "This weekend". Decided once per response, so that server and browser show the same month. */
export function monthChip(now: Date): { when: When; label: string } {
  return nextMonth(now)
}
