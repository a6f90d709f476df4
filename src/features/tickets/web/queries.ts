import { createFeatureClient } from '~/platform/rpc/client'
import { toCursorInput, followCursor } from '~/platform/rpc/follow-cursor'
import type { ticketsContract } from '../contract'

// Routes import their queries from here and not from the components, because loaders are in the first script and
// screens are not.

export const ticketsClient = createFeatureClient<typeof ticketsContract>('tickets')

export const ticketQuery = (id: string) => ticketsClient.getTicket.queryOptions({ input: { id } })

export const ticketsQuery = (period: 'upcoming' | 'past') =>
  ticketsClient.listTickets.infiniteOptions({
    input: (after: string | undefined) => ({ period, ...toCursorInput(after) }),
    ...followCursor,
  })
