/** Sources of visits to an event page. Orders store them, and `event_traffic` allows only these values. */
export const TRAFFIC_SOURCES = ['list', 'home', 'chat', 'profile', 'direct', 'elsewhere'] as const
export type TrafficSource = (typeof TRAFFIC_SOURCES)[number]

/** Sources of sales, as in the SQL function `sale_source`. `unknown`: the order has no source. */
export const SALE_SOURCES = [...TRAFFIC_SOURCES, 'waitlist', 'given', 'unknown'] as const
export type SaleSource = (typeof SALE_SOURCES)[number]

const labels: Record<SaleSource, string> = {
  list: 'Events list',
  home: 'Home',
  chat: 'Chat rooms',
  profile: 'DJ profiles',
  direct: 'Direct link',
  elsewhere: 'Other sites',
  waitlist: 'Waitlist',
  given: 'Complimentary',
  unknown: 'Unknown',
}

/** Returns the label of a source; a profile source has the name of the host. */
export function formatTrafficSource(source: SaleSource, hostName: string | null): string {
  return source === 'profile' && hostName !== null ? `${hostName}’s profile` : labels[source]
}
