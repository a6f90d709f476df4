import type { ticketingContract } from '../contract'
import { clientFor } from '~/platform/rpc/client'

/** The calls of ticketing, for routes and parts. */
export const ticketing = clientFor<typeof ticketingContract>('ticketing')
