import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { PaymentPage } from '~/features/administration/web/payments/payment-page'
import { PaymentLoading, PaymentNotFound } from '~/features/administration/web/payments/payment-placeholders'
import { paymentQuery } from '~/features/administration/web/payments/queries'
import { ScreenFailed } from './-app-shell/screen-failed'
import { OrderInvoices } from '~/features/invoices/web/order-invoices'
import { resolveOrThrowNotFound } from './-frame/not-found-errors'
import { createPrivateHead } from './-frame/page-head'

export const Route = createFileRoute('/admin/payments/$reference')({
  loader: async ({ context: { queryClient }, params: { reference } }) => {
    const { number } = await resolveOrThrowNotFound(queryClient.ensureQueryData(paymentQuery(reference)))
    return { title: `Payment for ${number}` }
  },
  head: ({ match, loaderData }) => createPrivateHead(match, loaderData?.title ?? 'Payment not found'),
  pendingMs: 300,
  pendingComponent: () => <PaymentLoading />,
  notFoundComponent: () => <PaymentNotFound />,
  errorComponent: ScreenFailed,
  component: PaymentRoute,
})

function PaymentRoute() {
  const { reference } = Route.useParams()
  const { data: payment } = useSuspenseQuery(paymentQuery(reference))
  const { orderId } = payment
  return (
    <PaymentPage
      key={reference}
      payment={payment}
      invoices={orderId !== null && <OrderInvoices orderId={orderId} />}
    />
  )
}
