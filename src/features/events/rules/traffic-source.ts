import type { SaleSource } from '~/lib/traffic-source'

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

/** `hostName`: whose page links to the event, where it has a host. */
export function trafficSourceLabel(source: SaleSource, hostName: string | null): string {
  return source === 'profile' && hostName !== null ? `${hostName}’s profile` : labels[source]
}
