import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils, type RouterUtils } from '@orpc/tanstack-query'
import { findRegisteredLink, type Link } from './link'

let browserLink: Link | undefined

function getLink(): Link {
  const link = findRegisteredLink()
  if (link) return link
  if (typeof window === 'undefined') throw new Error('No link is registered: call createApp first')
  // No retries here: React Query retries reads, and only people repeat writes.
  browserLink ??= new RPCLink({ url: `${window.location.origin}/api/rpc` })
  return browserLink
}

// Looked up at each call: this module is evaluated before the server has created its router.
const link: Link = { call: (path, input, options) => getLink().call(path, input, options) }

/**
 * Returns the calls of one feature: `const events = clientFor<typeof eventsContract>('events')`, then
 * `events.list.queryOptions({ input })`, `events.create.mutationOptions()`, `events.key()`, or bare
 * `events.get.call(input)`. Runs in process with the request's cookies during server rendering, over /api/rpc in the
 * browser. Import the contract as a type only.
 */
export function clientFor<Contract extends AnyContractRouter>(
  feature: string,
): RouterUtils<ContractRouterClient<Contract>> {
  const client = createORPCClient<ContractRouterClient<Contract>>(link, { path: [feature] })
  return createTanstackQueryUtils(client, { path: [feature] })
}
