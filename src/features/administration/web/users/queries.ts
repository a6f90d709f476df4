import { keepPreviousData } from '@tanstack/react-query'
import { toCursorInput, followCursor } from '~/platform/rpc/follow-cursor'
import { administration } from '../queries'
import { getOrder, type UsersSearch } from './users-search'

/** One page of users; the previous page stays visible while the next one loads. */
export const usersQuery = (search: UsersSearch) => {
  const { q, filter = 'all', after, before } = search
  return administration.users.list.queryOptions({
    input: { q, filter, ...getOrder(search), after, before },
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
    input: (after: string | undefined) => ({ id, ...toCursorInput(after) }),
    ...followCursor,
    staleTime: 10_000,
  })

export const personBookingsQuery = (id: string) =>
  administration.users.bookings.infiniteOptions({
    input: (after: string | undefined) => ({ id, ...toCursorInput(after) }),
    ...followCursor,
    staleTime: 10_000,
  })

export const personReportsQuery = (id: string) =>
  administration.users.reports.queryOptions({ input: { id }, staleTime: 10_000 })
