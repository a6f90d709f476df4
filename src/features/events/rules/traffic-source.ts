/** From where somebody came to the page of an event; the table `event_traffic` takes no other words. */
export const TRAFFIC_SOURCES = ['list', 'home', 'chat', 'profile', 'direct', 'elsewhere'] as const
export type TrafficSource = (typeof TRAFFIC_SOURCES)[number]

const labels: Record<TrafficSource, string> = {
  list: 'Events',
  home: 'Home',
  chat: 'Chat',
  profile: 'DJ pages',
  direct: 'A link',
  elsewhere: 'Elsewhere',
}

export function trafficSourceLabel(source: TrafficSource): string {
  return labels[source]
}
