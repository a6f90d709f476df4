import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { ThemeProvider } from '~/design/theme-context'
import { notify } from '~/design/toast'
import { Toaster } from '~/design/toaster'
import { registerLink } from '~/platform/rpc/link'
import { type Answers, fakeServer } from '~tests/support/fake-server'
import type { BookingDetail, BookingPerson, BookingStep, BookingSummary, Terms } from '../contract-shapes'
import { FLAT_DEAL } from '../rules/deal'
import type { UnpaidDeposit } from '../rules/deposit'
import { BookingPage } from './dashboard/booking-page'
import { bookingQuery } from './queries'

/**
 * Fakes a server with one booking. `responses` answers other calls by name; the booking that such a call returns
 * replaces the served one.
 */
export function serveBooking(
  start: BookingDetail,
  responses: Answers = {},
): [name: string, input: unknown][] {
  let current = start
  const storing = Object.entries(responses).map(([name, respond]): [string, Answers[string]] => [
    name,
    (input) => {
      current = respond(input) as BookingDetail
      return current
    },
  ])
  return fakeServer({ get: () => current, ...Object.fromEntries(storing) })
}

export async function renderPart(part: ReactNode): Promise<QueryClient> {
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <ThemeProvider initial="dark">
          {part}
          <Toaster />
        </ThemeProvider>
      ),
    }),
    history: createMemoryHistory(),
  })
  await router.load()
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return queryClient
}

/** Renders a booking as its route does, refetched when stale. */
export function Booking({ id, unpaidDeposit }: { id: string; unpaidDeposit?: UnpaidDeposit }) {
  const { data } = useQuery(bookingQuery(id))
  return data && <BookingPage booking={data} unpaidDeposit={unpaidDeposit} />
}

export function clearParts(): void {
  notify.dismiss()
  cleanup()
  sessionStorage.clear()
  registerLink(undefined)
}

export const mara: BookingPerson = { id: 'mara', name: 'Mara Voss', avatarUrl: null, isDj: true }
export const sofia: BookingPerson = { id: 'sofia', name: 'Sofia Lind', avatarUrl: null, isDj: false }

export const terms: Terms = {
  eventType: 'Live Set',
  location: 'Loom Hall, Glasgow',
  timezone: 'Europe/London',
  startsAt: '2026-12-18T23:00:00.000Z',
  endsAt: '2026-12-19T02:00:00.000Z',
  feeCents: 120_000,
  depositCents: 30_000,
  deal: FLAT_DEAL,
  hospitality: 'Hotel for one, dinner',
  technical: 'Two turntables, rotary mixer',
}

export const summary: BookingSummary = {
  id: '018cc260-53b0-70f3-87fb-185b50dc5ecd',
  number: 'BK-2026-0417',
  title: 'Soft Machinery',
  eventId: null,
  status: 'pending',
  side: 'dj',
  otherParty: sofia,
  currency: 'USD',
  terms,
  awaiting: 'you',
  answerBy: '2026-12-04T09:12:00.000Z',
  canReview: false,
}

export const request: BookingStep = {
  position: 1,
  kind: 'request',
  actor: sofia,
  at: '2026-11-19T17:55:00.000Z',
  terms,
  message: 'Two hours of machines, then you.',
  payment: null,
}

/** The booking as Mara sees it: Sofia sent a request, and Mara has to answer. */
export const pendingBooking: BookingDetail = {
  ...summary,
  event: null,
  steps: 1,
  trail: [request],
  client: sofia,
  dj: mara,
  proposedFee: null,
  cancelReason: null,
  cancelledBy: null,
  ownReview: null,
  theirReview: null,
  reviewUntil: null,
  otherShares: [],
  clashes: [
    { day: '2026-12-19', state: 'held', title: 'Private party', location: 'Carriage Works, Leeds' },
    { day: '2026-12-31', state: 'booked', title: 'Dark Matter', location: 'Observatory, Amsterdam' },
    { day: '2026-12-24', state: 'held', title: 'Family', location: '' },
  ],
}

const agreement: BookingStep = {
  position: 2,
  kind: 'accept',
  actor: mara,
  at: '2026-11-20T09:12:00.000Z',
  terms: {},
  message: null,
  payment: null,
}

export const confirmed: BookingDetail = {
  ...pendingBooking,
  status: 'confirmed',
  awaiting: null,
  answerBy: null,
  steps: 2,
  trail: [request, agreement],
  clashes: [],
}

export const completed: BookingDetail = {
  ...confirmed,
  status: 'completed',
  steps: 3,
  trail: [
    ...confirmed.trail,
    { ...agreement, position: 3, kind: 'complete', actor: null, at: '2026-12-19T02:00:00.000Z' },
  ],
  canReview: true,
  reviewUntil: '2027-01-02T02:00:00.000Z',
}
