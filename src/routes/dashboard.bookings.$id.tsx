import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { BookingPage } from '~/features/bookings/web/dashboard/booking-page'
import {
  BookingFailed,
  BookingLoading,
  BookingNotFound,
} from '~/features/bookings/web/dashboard/booking-placeholders'
import { LowerFeeButton } from '~/features/bookings/web/dashboard/lower-fee'
import { bookingQuery } from '~/features/bookings/web/queries'
import { MessageButton } from '~/features/chat/web/direct/message-button'
import {
  BookingPaymentNotice,
  EventMissingNotice,
  PayDepositButton,
  TopUpButton,
} from '~/features/orders/web/booking-payments/booking-payments'
import { bookingPaymentsQuery } from '~/features/orders/web/queries'
import { ConnectButton } from '~/features/network/web/connect-button'
import { FeeCoverage } from '~/features/settlements/web/coverage/fee-coverage'
import { coverageQuery } from '~/features/settlements/web/queries'
import { SettlementLink } from '~/features/settlements/web/settlement/settlement-link'
import { resolveOrThrowNotFound } from './-frame/not-found-errors'
import { createPrivateHead } from './-frame/page-head'

export const Route = createFileRoute('/dashboard/bookings/$id')({
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const booking = await resolveOrThrowNotFound(queryClient.ensureQueryData(bookingQuery(id)))
    // Loaded before the page appears, because its notices are above the other content and would shift it.
    await Promise.all([
      hasPayments(booking) && queryClient.prefetchQuery(bookingPaymentsQuery(id)),
      hasCoverage(booking) && queryClient.prefetchQuery(coverageQuery(id)),
    ])
    return { title: booking.title }
  },
  head: ({ match, loaderData }) =>
    createPrivateHead(match, loaderData ? `${loaderData.title}, booking` : 'Booking'),
  pendingMs: 300,
  pendingComponent: () => <BookingLoading />,
  notFoundComponent: () => <BookingNotFound />,
  errorComponent: FailedRoute,
  component: BookingRoute,
})

type Booking = ComponentProps<typeof BookingPage>['booking']

const hasPayments = ({ status, event }: Booking) => status !== 'pending' && event !== null

/**
 * Whether a confirmed booking with a deposit or guaranteed fee lacks an event. Only the money of an event can pay it.
 */
const isEventMissing = ({ status, event, terms }: Booking) =>
  status === 'confirmed' && event === null && ((terms.depositCents ?? 0) > 0 || terms.deal.isFeeGuaranteed)

const hasCoverage = ({ status, terms }: Booking) =>
  terms.deal.isFeeGuaranteed && (status === 'confirmed' || status === 'completed')

function BookingRoute() {
  const { id } = Route.useParams()
  const { data: booking } = useSuspenseQuery(bookingQuery(id))
  const { otherParty: other, event, status, terms } = booking
  const paid = {
    id,
    side: booking.side,
    otherName: other?.name ?? 'The other side',
    timezone: terms.timezone,
    currency: booking.currency,
  }
  const { data: payments } = useQuery({ ...bookingPaymentsQuery(id), enabled: hasPayments(booking) })
  const canShare =
    status === 'cancelled'
      ? (payments?.cancelledCents ?? 0) > (payments?.paidDepositCents ?? 0)
      : status !== 'pending' && ((terms.feeCents ?? 0) > 0 || terms.deal.kind !== 'flat')
  const settlement = canShare && event !== null && <SettlementLink eventId={event.id} />
  return (
    <BookingPage
      key={id}
      booking={booking}
      money={
        hasCoverage(booking) && (
          <FeeCoverage
            booking={{
              ...paid,
              status,
              startsAt: terms.startsAt,
              endsAt: terms.endsAt,
              paidDepositCents: payments?.paidDepositCents ?? 0,
            }}
            renderChoices={(missingCents) => (
              <>
                <TopUpButton booking={paid} missingCents={missingCents} />
                <LowerFeeButton booking={booking} />
              </>
            )}
          />
        )
      }
      notice={
        isEventMissing(booking) ? (
          <EventMissingNotice {...paid} />
        ) : (
          hasPayments(booking) && <BookingPaymentNotice booking={paid} />
        )
      }
      payment={hasPayments(booking) && <PayDepositButton booking={paid} />}
      unpaidDeposit={
        payments?.canPay && payments.depositDueBy !== null
          ? { cents: payments.depositDueCents, dueBy: payments.depositDueBy }
          : undefined
      }
      contact={
        (settlement || other) && (
          <>
            {settlement}
            {other && (
              <ConnectButton
                personId={other.id}
                name={other.name}
                isSignedIn
                hasRequestLink
                whenConnected={<MessageButton personId={other.id} name={other.name} />}
              />
            )}
          </>
        )
      }
    />
  )
}

function FailedRoute({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <BookingFailed
      error={error}
      onRetry={() => {
        reset()
        void router.invalidate()
      }}
    />
  )
}
