import { BlockList, isIP, isIPv6 } from 'node:net'

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
 * and the connection comes from near. Read from its end, since a client can write only what stands first: past the hops
 * that are near, to the first that is not. What cannot be read ends the search; who stands before it is anybody's claim.
 */
export function clientAddress(
  remote: string | undefined,
  forwardedFor: string | undefined,
  isBehindProxy: boolean,
): string {
  let client = plain(remote ?? '')
  if (!isBehindProxy || forwardedFor === undefined) return client
  for (const hop of forwardedFor.split(',').toReversed()) {
    const address = plain(withoutPort(hop.trim()))
    if (!isNear(client) || isIP(address) === 0) break
    client = address
  }
  return client
}

/** What the address is one of many of: the /64 of an IPv6 address, `2001:db8:1:2::/64`; any other text as it is. */
export function networkOf(address: string): string {
  const bare = address.replace(/%.*$/, '')
  if (!isIPv6(bare)) return address
  // As a URL spells it: lower case, no leading zeros, IPv4 parts as two groups.
  const [before = '', after] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const head = before.split(':').filter(Boolean)
  const tail = after?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`
}

// A socket that listens on :: shows IPv4 people as ::ffff:192.0.2.1.
function plain(address: string): string {
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address
}

// `192.0.2.1:4711`, `[2001:db8::1]:4711` and `[2001:db8::1]`, as some proxies write.
function withoutPort(hop: string): string {
  const [, bracketed, dotted] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(hop) ?? []
  return bracketed ?? dotted ?? hop
}
