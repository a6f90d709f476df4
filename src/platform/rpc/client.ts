import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils, type RouterUtils } from '@orpc/tanstack-query'
import { findRegisteredLink, type Link } from './link'
import { AFTER_CHANGE_HEADER, RECENT_WRITE_SECONDS } from './recent-write'

let browserLink: Link | undefined
let primaryUntil = 0

/** Makes the calls of this tab read the primary for a moment, because a replica may lack a change that was just announced. */
export function readPrimaryAfterChange(): void {
  primaryUntil = Date.now() + RECENT_WRITE_SECONDS * 1000
}

function getLink(): Link {
  const link = findRegisteredLink()
  if (link) return link
  if (typeof window === 'undefined') throw new Error('No link is registered: call createApp first')
  // No retries here: React Query retries reads, and writes are repeated only by people.
  browserLink ??= new RPCLink({
    url: `${window.location.origin}/api/rpc`,
    headers: () => (Date.now() < primaryUntil ? { [AFTER_CHANGE_HEADER]: '1' } : {}),
  })
  return browserLink
}

// The link is looked up at each call, because this module is evaluated before the server has created its router.
const link: Link = { call: (path, input, options) => getLink().call(path, input, options) }

/**
 * Returns the calls of one feature: `const events = createFeatureClient<typeof eventsContract>('events')`. Then use
 * `events.list.queryOptions({ input })`, `events.create.mutationOptions()`, `events.key()`, or just
 * `events.get.call(input)`. During server rendering, calls run in the same process with the cookies of the request; in
 * the browser, over /api/rpc. Import the contract as a type only.
 */
export function createFeatureClient<Contract extends AnyContractRouter>(
  feature: string,
): RouterUtils<ContractRouterClient<Contract>> {
  const client = createORPCClient<ContractRouterClient<Contract>>(link, { path: [feature] })
  return createTanstackQueryUtils(client, { path: [feature] })
}
