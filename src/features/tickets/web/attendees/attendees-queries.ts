import { keepPreviousData } from '@tanstack/react-query'
import { ticketsClient } from '../queries'
import type { AttendeesSearch } from './attendees-search'

// Sales and check-ins don't update this page live, so it polls.
const ATTENDEES_POLL_MS = 20_000
const SENDING_MS = 2000

export const overviewQuery = (eventId: string) =>
  ticketsClient.attendees.overview.queryOptions({
    input: { eventId },
    staleTime: 5000,
    refetchInterval: ATTENDEES_POLL_MS,
  })

/** Reads one page of attendees. The previous page stays visible while it loads. */
export const attendeesQuery = (eventId: string, { q, filter, after, before }: AttendeesSearch) =>
  ticketsClient.attendees.list.queryOptions({
    input: { eventId, filter, q, after, before },
    placeholderData: keepPreviousData,
    staleTime: 5000,
    refetchInterval: ATTENDEES_POLL_MS,
  })

export const guestsQuery = (eventId: string) =>
  ticketsClient.guests.list.queryOptions({
    input: { eventId },
    staleTime: 5000,
    refetchInterval: ATTENDEES_POLL_MS,
  })

export const messagesQuery = (eventId: string) =>
  ticketsClient.messages.list.queryOptions({
    input: { eventId },
    staleTime: 5000,
    refetchInterval: ({ state }) =>
      state.data?.messages.some(({ recipients, delivered, unknown }) => delivered + unknown < recipients)
        ? SENDING_MS
        : ATTENDEES_POLL_MS,
  })

export const reachQuery = (eventId: string, ticketTypeId: string) =>
  ticketsClient.messages.countRecipients.queryOptions({
    input: { eventId, ...(ticketTypeId && { ticketTypeId }) },
    staleTime: 5000,
    placeholderData: keepPreviousData,
  })
