import { clientFor } from '~/platform/rpc/client'
import type { ticketsContract } from '../contract'

// Routes import their queries from here and not from the parts: a loader travels with the first script, a screen does not.

/** The calls of tickets, for routes and parts. */
export const ticketsClient = clientFor<typeof ticketsContract>('tickets')

export const ticketQuery = (id: string) => ticketsClient.getTicket.queryOptions({ input: { id } })

type Cursor = string | null | undefined
// The first page's has none; it arrives as null in a page that the server rendered, and is asked for again by that.
const after = (cursor: Cursor) => (typeof cursor === 'string' ? { cursor } : {})

const pages = {
  initialPageParam: undefined as Cursor,
  getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor ?? undefined,
}

export const ticketsQuery = (when: 'upcoming' | 'past') =>
  ticketsClient.listTickets.infiniteOptions({
    input: (cursor: Cursor) => ({ when, ...after(cursor) }),
    ...pages,
  })
