import dns from 'node:dns'
import type { LookupFunction } from 'node:net'

// Doesn't use dns.lookup, which occupies a thread of the pool that the whole process shares. A few name servers that
// never respond would block all other lookups and file reads.
const resolver = new dns.promises.Resolver({ timeout: 2000, tries: 1 })

/** Resolves the names of receivers at name servers. The HTTP agent checks the addresses. */
export const resolveHost: LookupFunction = (hostname, options, callback) => {
  void respond(findAddresses(hostname), options, callback)
}

/**
 * Resolves the names of receivers in a private network. Also finds names that only this machine knows, such as those
 * in `/etc/hosts`.
 */
export const resolvePrivateHost: LookupFunction = (hostname, options, callback) => {
  const addresses = findAddresses(hostname).catch(() => dns.promises.lookup(hostname, { all: true }))
  void respond(addresses, options, callback)
}

async function findAddresses(hostname: string): Promise<dns.LookupAddress[]> {
  if (/^(?:.+\.)?localhost\.?$/iu.test(hostname)) return toAddresses(['127.0.0.1'], 4)
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason
  return [
    ...(v4.status === 'fulfilled' ? toAddresses(v4.value, 4) : []),
    ...(v6.status === 'fulfilled' ? toAddresses(v6.value, 6) : []),
  ]
}

const toAddresses = (addresses: readonly string[], family: 4 | 6): dns.LookupAddress[] =>
  addresses.map((address) => ({ address, family }))

async function respond(
  addresses: Promise<dns.LookupAddress[]>,
  { all }: dns.LookupOptions,
  callback: Parameters<LookupFunction>[2],
): Promise<void> {
  let found: dns.LookupAddress[]
  try {
    found = await addresses
  } catch (error) {
    callback(error instanceof Error ? error : new Error('The name was not resolved'), [])
    return
  }
  const [first] = found
  if (all === true) callback(null, found)
  else callback(null, first?.address ?? '', first?.family)
}
