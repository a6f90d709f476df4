import type { ticketingContract } from '../contract'
import { clientFor } from '~/platform/rpc/client'

// Routes import their queries from here and not from the parts: a loader travels with the first script, a screen does not.

/** The calls of ticketing, for routes and parts. */
export const ticketing = clientFor<typeof ticketingContract>('ticketing')

export const orderQuery = (id: string) => ticketing.getOrder.queryOptions({ input: { id } })

/** The orders that the hold bar and the event page show. */
export const openOrdersQuery = () => ticketing.openOrders.queryOptions()

export const ticketQuery = (id: string) => ticketing.getTicket.queryOptions({ input: { id } })

export const sandboxQuery = (reference: string) =>
  ticketing.sandbox.get.queryOptions({ input: { reference } })

type Cursor = string | null | undefined
// The first page's has none; it arrives as null in a page that the server rendered, and is asked for again by that.
const after = (cursor: Cursor) => (typeof cursor === 'string' ? { cursor } : {})

const pages = {
  initialPageParam: undefined as Cursor,
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor ?? undefined,
}

export const ticketsQuery = (when: 'upcoming' | 'past') =>
  ticketing.listTickets.infiniteOptions({
    input: (cursor: Cursor) => ({ when, ...after(cursor) }),
    ...pages,
  })

export const ordersQuery = () =>
  ticketing.listOrders.infiniteOptions({
    input: (cursor: Cursor) => after(cursor),
    ...pages,
  })
