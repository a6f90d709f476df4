import { createFileRoute } from '@tanstack/react-router'
import { requireSignedIn } from '~/features/identity/web/guards'
import { CheckoutPage } from '~/features/ticketing/web/checkout-page'
import { orderQuery } from '~/features/ticketing/web/queries'
import { NotYours } from '~/features/ticketing/web/not-yours'
import { orNotFound } from './-frame/or-not-found'

export const Route = createFileRoute('/checkout/$orderId')({
  staticData: { frame: { isStill: true } },
  beforeLoad: async (options) => ({ me: await requireSignedIn(options) }),
  loader: async ({ context: { queryClient }, params: { orderId } }) => {
    await orNotFound(queryClient.ensureQueryData(orderQuery(orderId)))
  },
  head: () => ({ meta: [{ title: 'Checkout — Back to Back' }, { name: 'robots', content: 'noindex' }] }),
  notFoundComponent: () => <NotYours what="order" />,
  component: CheckoutRoute,
})

function CheckoutRoute() {
  const { orderId } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <CheckoutPage
      key={orderId}
      orderId={orderId}
      onOrder={(next) => navigate({ to: '/checkout/$orderId', params: { orderId: next } })}
    />
  )
}
