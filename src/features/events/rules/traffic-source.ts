import type { TrafficSource } from '~/lib/traffic-source'

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
