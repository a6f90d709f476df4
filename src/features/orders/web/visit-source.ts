import { TRAFFIC_SOURCES, type TrafficSource } from '~/features/events/rules/traffic-source'

const places: readonly [RegExp, TrafficSource][] = [
  [/^\/(?:dashboard\/?)?$/, 'home'],
  [/^\/events\/?/, 'list'],
  [/^\/dashboard\/chat(?:\/|$)/, 'chat'],
  [/^\/(?:dj|discover|dashboard\/(?:members|network|profile))(?:\/|$)/, 'profile'],
]

function toTrafficSource(path: string): TrafficSource {
  return places.find(([pattern]) => pattern.test(path))?.[1] ?? 'direct'
}

/**
 * Returns the traffic source of a visitor: `from` is the previous page of this tab, otherwise the browser's referrer; a
 * typed URL is direct.
 */
export function findSource(from: string | undefined, referrer: string, origin: string): TrafficSource {
  if (from !== undefined) return toTrafficSource(from)
  if (referrer === '') return 'direct'
  try {
    const url = new URL(referrer)
    return url.origin === origin ? toTrafficSource(url.pathname) : 'elsewhere'
  } catch {
    return 'direct'
  }
}

const toStorageKey = (eventId: string) => `visit:${eventId}`

/** Returns the source of this tab's first visit to the event; undefined when unknown. */
export function readVisitSource(eventId: string): TrafficSource | undefined {
  try {
    const stored = sessionStorage.getItem(toStorageKey(eventId))
    return TRAFFIC_SOURCES.find((source) => source === stored)
  } catch {
    return undefined
  }
}

/**
 * Stores the source of this tab's first visit and returns it; undefined for later visits, because a return from
 * sign-in belongs to the same visit.
 */
export function storeVisitSource(eventId: string, from: string | undefined): TrafficSource | undefined {
  const source = findSource(from, document.referrer, location.origin)
  if (readVisitSource(eventId) !== undefined) return undefined
  try {
    sessionStorage.setItem(toStorageKey(eventId), source)
    return source
  } catch {
    // Without storage, no visit is counted, because every page view would count as one.
    return undefined
  }
}
