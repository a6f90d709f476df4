import type { LinkType } from '../contract-shapes'
import { identity } from './queries'

// Separate from queries.ts, which every page loads.

export type SignInMethods = Awaited<ReturnType<typeof identity.ways.call>>
export type Pending = NonNullable<Awaited<ReturnType<typeof identity.pending.call>>>
export type PendingFactor = Pending['factors'][number]

/** The sign-in methods of this site. They change only when the server restarts. */
export function signInMethodsQuery() {
  return identity.ways.queryOptions({ staleTime: Infinity })
}

/** The pending sign-in, with its factors; null if there is none. */
export function pendingQuery() {
  return identity.pending.queryOptions({ staleTime: 30_000 })
}

/** State of an emailed link of any kind; refetched on each visit. */
export function emailedLinkQuery(type: LinkType, token: string) {
  return identity.codes.inspect.queryOptions({ input: { type, token }, staleTime: 0 })
}

/** State of a link that verifies an email or sets a password; refetched on each visit. */
export function linkQuery(purpose: 'verify_email' | 'recover', token: string) {
  return identity.inspectLink.queryOptions({ input: { purpose, token }, staleTime: 0 })
}

/** State of the setup URL that the server prints; refetched on each visit. */
export function setupQuery(token: string) {
  return identity.setup.inspect.queryOptions({ input: { token }, staleTime: 0 })
}
