import { EVENT_TYPES, type EventType, isEventType } from '../rules/event-type'
import { isWhen, nextMonth, type When } from '../rules/event-window'

/** What the address of /events says. */
export type EventsSearch = {
  q?: string | undefined
  when?: When | undefined
  /** Types, joined by a comma. */
  type?: string | undefined
  view?: 'list' | undefined
  /** How many pages are open, so that a shared address and the back button show as many. */
  pages?: number | undefined
}

export type EventFilter = { q?: string; when?: When; types?: EventType[] }

const LONGEST_QUERY = 100
const MOST_PAGES = 20

/**
 * What an address says wrongly counts as not said: links live long. Every key is named all the same, since the router
 * takes from the address, as it stands, what a reader leaves out.
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

// Not trimmed: a space at the end is one that is being typed. The router reads `?q=90` as a number.
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined
}

/** One page is the address without a word about pages. */
export function openPages(count: number): number | undefined {
  return Number.isInteger(count) && count > 1 ? Math.min(count, MOST_PAGES) : undefined
}

/** Keys with nothing in them would stand in the address as `q=undefined`. */
export function withoutEmpty(search: EventsSearch): EventsSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}

/** One order whichever was pressed first: one address, one entry in the cache. */
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

/** The chip after "This weekend". Decided once per answer, so that server and browser name the same month. */
export function monthChip(now: Date): { when: When; label: string } {
  return nextMonth(now)
}
