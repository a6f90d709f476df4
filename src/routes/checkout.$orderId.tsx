import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { requireSignedIn } from '~/features/identity/web/guards'
import { OrderBilling } from '~/features/invoices/web/order-billing'
import { OrderInvoices } from '~/features/invoices/web/order-invoices'
import { invoicesQuery } from '~/features/invoices/web/queries'
import { siteQuery } from '~/features/settings/web/queries'
import { CheckoutPage } from '~/features/orders/web/checkout-page'
import { orderQuery } from '~/features/orders/web/queries'
import { PurchaseNotFound } from '~/features/orders/web/purchase-not-found'
import { resolveOrThrowNotFound } from './-frame/not-found-errors'
import { createPrivateHead } from './-frame/page-head'

export const Route = createFileRoute('/checkout/$orderId')({
  staticData: { frame: { hasNoLiveUpdates: true } },
  // In cents: the price shown to the buyer, if the order turned out to cost a different amount.
  validateSearch: ({ seen }: Record<string, unknown>): { seen?: number | undefined } => ({
    seen: typeof seen === 'number' && Number.isSafeInteger(seen) && seen >= 0 ? seen : undefined,
  }),
  beforeLoad: async (options) => ({ me: await requireSignedIn(options) }),
  loader: async ({ context: { queryClient }, params: { orderId } }) => {
    const order = await resolveOrThrowNotFound(queryClient.ensureQueryData(orderQuery(orderId)))
    if (order.confirmedAt !== null) await queryClient.prefetchQuery(invoicesQuery([orderId]))
  },
  head: ({ match }) => createPrivateHead(match, 'Checkout'),
  notFoundComponent: () => <PurchaseNotFound kind="order" />,
  component: CheckoutRoute,
})

function CheckoutRoute() {
  const { orderId } = Route.useParams()
  const { seen } = Route.useSearch()
  const { data: site } = useSuspenseQuery(siteQuery())
  const navigate = Route.useNavigate()
  return (
    <CheckoutPage
      key={orderId}
      orderId={orderId}
      priceDisplay={site.priceDisplay}
      seen={seen}
      renderInvoices={({ confirmedAt }) => (
        <>
          {confirmedAt !== null && <OrderInvoices orderId={orderId} />}
          <OrderBilling orderId={orderId} isPaid={confirmedAt !== null} />
        </>
      )}
      onOrder={(next, shown) =>
        navigate({ to: '/checkout/$orderId', params: { orderId: next }, search: { seen: shown } })
      }
    />
  )
}
