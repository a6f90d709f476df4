/** From where somebody came to the page of an event; the table `event_traffic` takes no other words. */
export const TRAFFIC_SOURCES = ['list', 'home', 'chat', 'profile', 'direct', 'elsewhere'] as const
export type TrafficSource = (typeof TRAFFIC_SOURCES)[number]

const labels: Record<TrafficSource, string> = {
  list: 'Events list',
  home: 'Home',
  chat: 'Chat rooms',
  profile: 'DJ profiles',
  direct: 'Direct link',
  elsewhere: 'Other sites',
}

/** `hostName`: whose page links to the event, where it has a host. */
export function trafficSourceLabel(source: TrafficSource, hostName: string | null): string {
  return source === 'profile' && hostName !== null ? `${hostName}’s profile` : labels[source]
}
