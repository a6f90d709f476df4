import { keepPreviousData } from '@tanstack/react-query'
import { administration } from '../queries'
import type { BookingsSearch } from './bookings-search'

/** One page of bookings; the previous page stays visible while the next one loads. */
export const allBookingsQuery = ({ q, status, after, before }: BookingsSearch) =>
  administration.bookings.list.queryOptions({
    input: { q, status, after, before },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })

export const allBookingCountsQuery = () => administration.bookings.counts.queryOptions({ staleTime: 10_000 })

export const adminBookingQuery = (id: string) =>
  administration.bookings.get.queryOptions({ input: { id }, staleTime: 10_000 })
