import { BlockList, isIP } from 'node:net'

const near = new BlockList()
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  near.addSubnet(network, prefix, 'ipv4')
near.addAddress('::1', 'ipv6')
near.addSubnet('fc00::', 7, 'ipv6')
near.addSubnet('fe80::', 10, 'ipv6')

/** Loopback or a private network: where a proxy of ours stands. */
export function isNear(address: string): boolean {
  const family = isIP(address)
  return family > 0 && near.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/**
 * The address a request comes from. X-Forwarded-For counts only when the configuration says that a proxy stands in front
 * and the connection comes from near; then the last address that is not near, since a client can write only the first ones.
 */
export function clientAddress(
  remote: string | undefined,
  forwardedFor: string | undefined,
  isBehindProxy: boolean,
): string {
  const direct = plain(remote ?? '')
  if (!isBehindProxy || forwardedFor === undefined || !isNear(direct)) return direct
  const hops = forwardedFor.split(',').map((hop) => plain(hop.trim()))
  return (
    hops.findLast((hop) => isIP(hop) > 0 && !isNear(hop)) ?? hops.findLast((hop) => isIP(hop) > 0) ?? direct
  )
}

// A socket that listens on :: shows IPv4 people as ::ffff:192.0.2.1.
function plain(address: string): string {
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address
}
