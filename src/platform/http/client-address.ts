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

/** Whether an address is loopback or in a private network. */
export function isPrivateAddress(address: string): boolean {
  const family = isIP(address)
  return family > 0 && near.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

/**
 * The reverse proxies in front of this process. `hops` is their number; the nearest one connects from a private
 * network. `networks` are their networks as CIDR blocks. Undefined if there are none.
 */
export type TrustedProxies = { hops: number } | { networks: readonly string[] } | undefined

/**
 * Returns a check of whether an address is in these networks; undefined if one of them is neither an address nor a CIDR
 * block.
 */
function createNetworkMatcher(networks: readonly string[]): ((address: string) => boolean) | undefined {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits, ...rest] = network.split('/')
    const version = isIP(address)
    const most = version === 6 ? 128 : 32
    if (version === 0 || rest.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return undefined
    // Refuses `/0`, the block of all addresses, because every client would be trusted as a proxy.
    if (bits !== undefined && (Number(bits) === 0 || Number(bits) > most)) return undefined
    list.addSubnet(address, bits === undefined ? most : Number(bits), version === 6 ? 'ipv6' : 'ipv4')
  }
  return (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

export function areValidNetworks(networks: readonly string[]): boolean {
  return createNetworkMatcher(networks) !== undefined
}

/**
 * Returns a function that finds a request's client address. It reads X-Forwarded-For from its end, because clients can
 * forge the first entries. It reads as many entries as there are proxies, or up to the first address that isn't a
 * proxy. It stops at an entry that isn't an address.
 */
export function createClientAddressFinder(
  proxies: TrustedProxies,
): (remote: string | undefined, forwardedFor: string | undefined) => string {
  const hops = proxies === undefined ? 0 : 'hops' in proxies ? proxies.hops : Number.POSITIVE_INFINITY
  const isProxy =
    proxies !== undefined && 'networks' in proxies ? createNetworkMatcher(proxies.networks) : undefined
  return (remote, forwardedFor) => {
    let client = stripMappedPrefix(remote ?? '')
    if (
      forwardedFor === undefined ||
      isIP(client) === 0 ||
      (isProxy === undefined && !isPrivateAddress(client))
    )
      return client
    for (const [hop, entry] of forwardedFor.split(',').toReversed().entries()) {
      const address = stripMappedPrefix(stripPort(entry.trim()))
      if (hop >= hops || isIP(address) === 0 || isProxy?.(client) === false) break
      client = address
    }
    return client
  }
}

/** Returns the /64 of an IPv6 address, `2001:db8:1:2::/64`, or a wider block; other text unchanged. */
export function toIpv6Network(address: string, prefix: 64 | 56 | 48 = 64): string {
  const bare = address.replace(/%.*$/, '')
  if (!isIPv6(bare)) return address
  // URL normalizes the address: lower case, no leading zeros, IPv4 parts as two groups.
  const [before = '', after] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const head = before.split(':').filter(Boolean)
  const tail = after?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  const groups = [...head, ...zeros, ...tail].slice(0, prefix === 48 ? 3 : 4)
  if (prefix === 56) groups[3] = (Number.parseInt(groups[3] ?? '0', 16) & 0xff00).toString(16)
  return `${groups.join(':')}::/${prefix}`
}

// Removes the prefix of an IPv4 address. A socket that listens on :: reports such clients as ::ffff:192.0.2.1.
function stripMappedPrefix(address: string): string {
  return address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : address
}

// Removes the port and the brackets, as in `192.0.2.1:4711`, `[2001:db8::1]:4711` or `[2001:db8::1]`.
function stripPort(hop: string): string {
  const [, bracketed, dotted] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(hop) ?? []
  return bracketed ?? dotted ?? hop
}
