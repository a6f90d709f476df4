import type { ticketingContract } from '../contract'
import { clientFor } from '~/platform/rpc/client'

/** The calls of ticketing, for routes and parts. */
export const ticketing = clientFor<typeof ticketingContract>('ticketing')

/** Fee, length of a hold, payment provider: the same for everybody, changed rarely. */
export const termsQuery = () => ticketing.terms.queryOptions({ staleTime: 60_000 })
