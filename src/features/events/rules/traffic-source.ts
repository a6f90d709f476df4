/** Where a visitor of an event page came from. An order stores it, and `event_traffic` allows only these words. */
export const TRAFFIC_SOURCES = ['list', 'home', 'chat', 'profile', 'direct', 'elsewhere'] as const
export type TrafficSource = (typeof TRAFFIC_SOURCES)[number]

/** The source that a sale counts for, as in the SQL function `sale_source`. `unknown` is an order that names no source. */
export const SALE_SOURCES = [...TRAFFIC_SOURCES, 'waitlist', 'given', 'unknown'] as const
export type SaleSource = (typeof SALE_SOURCES)[number]

const labels: Record<SaleSource, string> = {
  list: 'Events list',
  home: 'Home',
  chat: 'Chat rooms',
  profile: 'DJ profiles',
  direct: 'Direct link',
  elsewhere: 'Other sites',
  waitlist: 'Waiting list',
  given: 'Given away',
  unknown: 'Not known',
}

/** Returns the label of a source; with a host the profile is named after them. */
export function trafficSourceLabel(source: SaleSource, hostName: string | null): string {
  return source === 'profile' && hostName !== null ? `${hostName}’s profile` : labels[source]
}
