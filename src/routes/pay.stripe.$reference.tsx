import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { requireSignedIn } from '~/features/identity/web/guards'
import { orderQuery, stripePaymentQuery } from '~/features/orders/web/queries'
import { BookingPayPage } from '~/features/orders/web/stripe/booking-pay-page'
import { PayPage } from '~/features/orders/web/stripe/pay-page'
import { PaymentNotFound } from '~/features/orders/web/stripe/pay-notices'
import { siteQuery } from '~/features/settings/web/queries'
import { resolveOrThrowNotFound } from './-frame/not-found-errors'
import { createPrivateHead } from './-frame/page-head'

export const Route = createFileRoute('/pay/stripe/$reference')({
  staticData: { frame: { hasNoLiveUpdates: true } },
  // Stripe adds these when the buyer comes back from a page of their bank. Only their presence counts.
  validateSearch: ({ payment_intent: intent }: Record<string, unknown>): { payment_intent?: unknown } =>
    intent === undefined ? {} : { payment_intent: intent },
  beforeLoad: async (options) => ({ me: await requireSignedIn(options) }),
  loader: async ({ context: { queryClient }, params: { reference } }) => {
    const { orderId } = await resolveOrThrowNotFound(
      queryClient.ensureQueryData(stripePaymentQuery(reference)),
    )
    if (orderId !== null) await queryClient.ensureQueryData(orderQuery(orderId))
  },
  head: ({ match }) => createPrivateHead(match, 'Payment'),
  notFoundComponent: PaymentNotFound,
  component: PayRoute,
})

function PayRoute() {
  const { reference } = Route.useParams()
  const { payment_intent: returned } = Route.useSearch()
  const [hasReturned] = useState(returned !== undefined)
  const { data: site } = useSuspenseQuery(siteQuery())
  const { orderId, booking } = useSuspenseQuery(stripePaymentQuery(reference)).data
  if (booking !== null)
    return (
      <BookingPayPage key={reference} reference={reference} booking={booking} hasReturned={hasReturned} />
    )
  if (orderId === null) return <PaymentNotFound />
  return (
    <PayPage
      key={reference}
      reference={reference}
      orderId={orderId}
      priceDisplay={site.priceDisplay}
      hasReturned={hasReturned}
      onOrder={(orderId, seen) =>
        window.location.assign(`/checkout/${orderId}${seen === undefined ? '' : `?seen=${seen}`}`)
      }
    />
  )
}
