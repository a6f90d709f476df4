import { keepPreviousData } from '@tanstack/react-query'
import { administration } from '../queries'
import { orderOf, type UsersSearch } from './users-search'

/** One page; the one before stays while the next is on its way. */
export const usersQuery = (search: UsersSearch) => {
  const { q, filter = 'all', after, before } = search
  const page = { ...(after && { after }), ...(before && { before }) }
  return administration.users.list.queryOptions({
    input: { ...(q && { q }), filter, ...orderOf(search), ...page },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

export const userCountsQuery = () => administration.users.counts.queryOptions({ staleTime: 10_000 })

export const userQuery = (id: string) =>
  administration.users.get.queryOptions({ input: { id }, staleTime: 10_000 })

export const sessionsQuery = (id: string) =>
  administration.users.sessions.queryOptions({ input: { id }, staleTime: 10_000 })

export const personOrdersQuery = (id: string) =>
  administration.users.orders.infiniteOptions({
    // The first page has no `after`: undefined on the server, and null once that has travelled as JSON.
    input: (after: string | undefined) => ({ id, ...(after ? { after } : {}) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: 10_000,
  })

export const personBookingsQuery = (id: string) =>
  administration.users.bookings.infiniteOptions({
    input: (after: string | undefined) => ({ id, ...(after ? { after } : {}) }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: 10_000,
  })

export const personReportsQuery = (id: string) =>
  administration.users.reports.queryOptions({ input: { id }, staleTime: 10_000 })
