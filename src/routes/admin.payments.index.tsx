import { createFileRoute } from '@tanstack/react-router'
import { PaymentsPage } from '~/features/administration/web/payments/payments-page'
import { readPaymentsSearch } from '~/features/administration/web/payments/payments-search'
import { paymentsAttentionQuery, paymentsQuery } from '~/features/administration/web/payments/queries'
import { ScreenFailed } from './-app-shell/screen-failed'
import { createPrivateHead } from './-frame/page-head'
import { usePagedSearch } from './-frame/use-paged-search'

export const Route = createFileRoute('/admin/payments/')({
  validateSearch: readPaymentsSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    // Parts that fail to load show their own error. In the browser the page appears immediately.
    const read = Promise.allSettled([
      queryClient.ensureQueryData(paymentsQuery(deps)),
      queryClient.ensureQueryData(paymentsAttentionQuery()),
    ])
    if (typeof window === 'undefined') await read
  },
  head: ({ match }) => createPrivateHead(match, 'Payments'),
  errorComponent: ScreenFailed,
  component: PaymentsRoute,
})

function PaymentsRoute() {
  const search = Route.useSearch()
  const change = usePagedSearch('/admin/payments', search)
  return <PaymentsPage search={search} onSearchChange={change} />
}
