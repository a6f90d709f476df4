import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { payoutsQuery } from '~/features/payees/web/queries'
import { MoneyLoading } from '~/features/settlements/web/money/money-loading'
import { MoneyPage } from '~/features/settlements/web/money/money-page'
import { readMoneySearch } from '~/features/settlements/web/money/money-page-search'
import { overviewQuery, statementQuery } from '~/features/settlements/web/queries'
import { createSearchUpdater } from '~/lib/search-parameters'
import { isMember } from '~/platform/rpc/access'
import { ScreenFailed } from './-app-shell/screen-failed'
import { createPrivateHead } from './-frame/page-head'

export const Route = createFileRoute('/dashboard/money')({
  validateSearch: readMoneySearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient, me }, deps }) => {
    // A statement that fails to load shows its own error. In the browser the page appears without it.
    const statement = Promise.allSettled([queryClient.ensureQueryData(statementQuery(deps))])
    // Awaited, because the note about payouts is above the other content and would shift it.
    const payouts = isMember(me.roles) ? queryClient.prefetchQuery(payoutsQuery()) : undefined
    await Promise.all([queryClient.ensureQueryData(overviewQuery()), payouts])
    if (typeof window === 'undefined') await statement
  },
  head: ({ match }) => createPrivateHead(match, 'Money'),
  pendingMs: 300,
  pendingComponent: () => <MoneyLoading />,
  errorComponent: ScreenFailed,
  component: MoneyRoute,
})

function MoneyRoute() {
  const { me } = Route.useRouteContext()
  const { data: payouts } = useQuery({ ...payoutsQuery(), enabled: isMember(me.roles) })
  const payeeStatus = payouts?.payee?.status ?? 'missing'
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <MoneyPage
      search={search}
      isMember={isMember(me.roles)}
      payoutProblem={
        // Without a provider, payouts aren't available on this site.
        payouts === undefined || payouts.provider === 'none' || payeeStatus === 'connected'
          ? undefined
          : payeeStatus
      }
      onSearchChange={(next) =>
        void navigate({ search: createSearchUpdater(search, next), resetScroll: false })
      }
    />
  )
}
