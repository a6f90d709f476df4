import type { LinkType } from '../contract-shapes'
import { identity } from './queries'

// Apart from queries.ts, which every page loads.

export type Ways = Awaited<ReturnType<typeof identity.ways.call>>
export type Pending = NonNullable<Awaited<ReturnType<typeof identity.pending.call>>>
export type PendingFactor = Pending['factors'][number]

/** The ways in that this site is set up with; they change with a start of the product only. */
export function waysQuery() {
  return identity.ways.queryOptions({ staleTime: Infinity })
}

/** Who has shown the password alone, and what they may show besides; null for everybody else. */
export function pendingQuery() {
  return identity.pending.queryOptions({ staleTime: 30_000 })
}

/** What an emailed link of any kind is still good for; asked again each time the page is opened. */
export function emailedLinkQuery(type: LinkType, token: string) {
  return identity.codes.inspect.queryOptions({ input: { type, token }, staleTime: 0 })
}

/** What a link to confirm an address, or to set a password, is still good for; asked again each time. */
export function linkQuery(purpose: 'verify_email' | 'recover', token: string) {
  return identity.inspectLink.queryOptions({ input: { purpose, token }, staleTime: 0 })
}

/** What the address that is printed at start is good for; asked again each time the page is opened. */
export function setupQuery(token: string) {
  return identity.setup.inspect.queryOptions({ input: { token }, staleTime: 0 })
}
