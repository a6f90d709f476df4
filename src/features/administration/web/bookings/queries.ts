import { keepPreviousData } from '@tanstack/react-query'
import { administration } from '../queries'
import type { BookingsSearch } from './bookings-search'

/** One page; the one before stays while the next is on its way. */
export const allBookingsQuery = ({ q, status, after, before }: BookingsSearch) =>
  administration.bookings.list.queryOptions({
    input: { ...(q && { q }), ...(status && { status }), ...(after && { after }), ...(before && { before }) },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })

export const allBookingCountsQuery = () => administration.bookings.counts.queryOptions({ staleTime: 10_000 })

export const wholeBookingQuery = (id: string) =>
  administration.bookings.get.queryOptions({ input: { id }, staleTime: 10_000 })
