import { createFileRoute } from '@tanstack/react-router'
import { MoneyLoading } from '~/features/settlements/web/money/money-loading'
import { MoneyPage } from '~/features/settlements/web/money/money-page'
import { readMoneySearch } from '~/features/settlements/web/money/money-search'
import { overviewQuery, statementQuery } from '~/features/settlements/web/queries'
import { createSearchUpdater } from '~/lib/search-parameters'
import { isMember } from '~/platform/rpc/access'
import { ScreenFailed } from './-app-shell/screen-failed'
import { createPrivateHead } from './-frame/page-head'

export const Route = createFileRoute('/dashboard/money')({
  validateSearch: readMoneySearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    // A statement that fails to load shows its own error. In the browser the page appears without it.
    const statement = Promise.allSettled([queryClient.ensureQueryData(statementQuery(deps))])
    await queryClient.ensureQueryData(overviewQuery())
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
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <MoneyPage
      search={search}
      isMember={isMember(me.roles)}
      onSearchChange={(next) =>
        void navigate({ search: createSearchUpdater(search, next), resetScroll: false })
      }
    />
  )
}
