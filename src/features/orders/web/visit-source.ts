import { TRAFFIC_SOURCES, type TrafficSource } from '~/features/events/rules/traffic-source'

/** Which part of the product a path belongs to, as a visitor of an event came from it. */
const places: readonly [RegExp, TrafficSource][] = [
  [/^\/(?:dashboard\/?)?$/, 'home'],
  [/^\/events\/?/, 'list'],
  [/^\/dashboard\/chat(?:\/|$)/, 'chat'],
  [/^\/(?:dj|discover|dashboard\/(?:members|network|profile))(?:\/|$)/, 'profile'],
]

function sourceOf(path: string): TrafficSource {
  return places.find(([pattern]) => pattern.test(path))?.[1] ?? 'direct'
}

/** From where somebody came: `from` is the page before in this tab, else what the browser says; a typed address is direct. */
export function findSource(from: string | undefined, referrer: string, origin: string): TrafficSource {
  if (from !== undefined) return sourceOf(from)
  if (referrer === '') return 'direct'
  try {
    const url = new URL(referrer)
    return url.origin === origin ? sourceOf(url.pathname) : 'elsewhere'
  } catch {
    return 'direct'
  }
}

const place = (eventId: string) => `visit:${eventId}`

/** From where this tab first came to the event; undefined when it is not known. */
export function readVisit(eventId: string): TrafficSource | undefined {
  try {
    const kept = sessionStorage.getItem(place(eventId))
    return TRAFFIC_SOURCES.find((source) => source === kept)
  } catch {
    return undefined
  }
}

/** Keeps from where this tab came, once: signing in and coming back is still the same visit. Undefined when it is no new one. */
export function keepVisit(eventId: string, from: string | undefined): TrafficSource | undefined {
  const source = findSource(from, document.referrer, location.origin)
  if (readVisit(eventId) !== undefined) return undefined
  try {
    sessionStorage.setItem(place(eventId), source)
    return source
  } catch {
    // Where nothing can be kept, each look would count.
    return undefined
  }
}
