import { ORPCError } from '@orpc/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { Toaster } from '~/design/toaster'
import { ThemeProvider } from '~/design/theme-context'
import { registerLink } from '~/platform/rpc/link'
import type { Order } from '~/features/orders/contract'
import type { OrderRefund } from '~/features/orders/contract-shapes'

type Answers = Record<string, (input: unknown) => unknown>

/** Stands in for the server: answers by call name and records the calls. */
export function fakeServer(answers: Answers): { asked: [string, unknown][] } {
  const asked: [string, unknown][] = []
  registerLink({
    call: async (path, input) => {
      const name = path.slice(1).join('.')
      asked.push([name, input])
      const answer = answers[name]
      if (answer === undefined)
        throw new ORPCError('NOT_FOUND', { message: `the test has no answer for ${name}` })
      return answer(input)
    },
  })
  return { asked }
}

/** Renders a part inside the root route's providers. */
export function renderPart(part: ReactNode) {
  const rootRoute = createRootRoute({
    component: () => (
      <ThemeProvider initial="dark">
        <Suspense fallback="loading">{part}</Suspense>
        <Toaster />
      </ThemeProvider>
    ),
    notFoundComponent: () => null,
  })
  const router = createRouter({
    routeTree: rootRoute,
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

const minutes = (count: number) => new Date(Date.parse('2026-12-01T20:00:00Z') + count * 60_000).toISOString()

/** Creates an order of four tickets, eight minutes before its hold expires, with overrides. */
export function orderWith(changes: Partial<Order> = {}): Order {
  return {
    id: '01a1fbc7-c116-7397-8898-08f42a369173',
    orderNumber: 'OR-2026-10442',
    status: 'reserved',
    event: {
      id: '01a1fbc7-c116-73f4-9959-0d8be57bf3c2',
      title: 'Dust & Diamonds',
      eventType: 'club_night',
      eventStatus: 'published',
      eventDate: '2026-12-05T23:00:00.000Z',
      doorsAt: null,
      endsAt: null,
      timezone: 'Europe/London',
      venueName: 'Carriage Works',
      venueAddress: '14 Holbeck Lane',
      location: 'Leeds',
      ageRestriction: 18,
      featuredImageUrl: null,
      hostName: 'Juno Okafor',
      currency: 'USD',
      organizerName: 'Owen Faulk',
      statusMessage: '',
      movedFrom: null,
      isDateOpen: false,
      refundableUntil: null,
    },
    buyer: { name: 'Mara Voss', email: 'mara@voss.example' },
    items: [
      {
        ticketTypeId: '01a1fbc7-0000-7000-8000-000000000001',
        name: 'General Admission',
        quantity: 3,
        unitCents: 1600,
        discountCents: 0,
        quantityRefunded: 0,
        remaining: 145,
      },
      {
        ticketTypeId: '01a1fbc7-0000-7000-8000-000000000002',
        name: 'Late Entry',
        quantity: 1,
        unitCents: 1600,
        discountCents: 0,
        quantityRefunded: 0,
        remaining: 61,
      },
    ],
    subtotalCents: 6400,
    discountCents: 0,
    promoCode: null,
    tax: { mode: 'none', ratePpm: 0 },
    addedTaxCents: 0,
    feeBasisPoints: 1000,
    feeTaxPpm: 0,
    feeCents: 640,
    totalCents: 7040,
    createdAt: minutes(0),
    expiresAt: minutes(10),
    isHoldExtended: false,
    holdAgainAt: null,
    confirmedAt: null,
    endedAt: null,
    serverNow: minutes(2),
    payment: null,
    refund: null,
    refunds: [],
    refundedCents: 0,
    tickets: [],
    ticketCounts: { own: 4, transferred: 0, refunded: 0, cancelled: 0 },
    isPaymentAvailable: true,
    contactAddress: null,
    ...changes,
  }
}

/** Creates a refund of $19.80 that the organizer approved on 3 December, with overrides. */
export function refundWith(changes: Partial<OrderRefund> = {}): OrderRefund {
  return {
    id: '01a1fbc7-0000-7000-8000-000000000009',
    amountCents: 1980,
    state: 'approved',
    reason: 'The venue is smaller than planned.',
    isByOrganizer: true,
    method: null,
    approvedAt: '2026-12-03T11:20:00.000Z',
    sentAt: null,
    paidAt: null,
    failedAt: null,
    rejection: null,
    bankReference: null,
    otherPayment: null,
    paidAnotherWayAt: null,
    ticketNumbers: [],
    ...changes,
  }
}

export const later = minutes
