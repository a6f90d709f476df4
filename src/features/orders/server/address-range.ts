import { toIpv6Network } from '~/platform/http/client-address'

/** Returns the range that an address shares with its neighbors, usually customers of one provider: the /24 of an IPv4 address (`203-0-113`) or the /48 of an IPv6 address (`2001-db8-1`). */
export function toAddressRange(ip: string): string {
  const network = toIpv6Network(ip)
  const parts = network.includes(':') ? network.split(':').slice(0, 3) : network.split('.').slice(0, 3)
  return parts.join('-')
}
