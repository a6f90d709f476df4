import { createFileRoute, useRouter } from '@tanstack/react-router'
import { MessageButton } from '~/features/chat/web/direct/message-button'
import { NetworkPage } from '~/features/network/web/network-page'
import { type NetworkSearch, parseNetworkSearch } from '~/features/network/web/network-search'
import { connectionsQuery, countsQuery } from '~/features/network/web/queries'
import { ScreenFailed } from './-app-shell/screen-failed'
import { createSearchUpdater } from '~/lib/search-parameters'
import { createPrivateHead } from './-frame/page-head'

export const Route = createFileRoute('/dashboard/network')({
  validateSearch: parseNetworkSearch,
  loaderDeps: ({ search: { tab, q } }) => ({ tab, q }),
  loader: async ({ context: { queryClient }, deps: { tab, q } }) => {
    // Parts that fail to load show their own error. In the browser the page appears immediately.
    const read = Promise.allSettled([
      queryClient.ensureQueryData(countsQuery()),
      queryClient.ensureInfiniteQueryData(connectionsQuery(tab ?? 'connections', q)),
    ])
    if (typeof window === 'undefined') await read
  },
  head: ({ match }) => createPrivateHead(match, 'Network'),
  errorComponent: ScreenFailed,
  component: NetworkRoute,
})

function NetworkRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const change = (next: NetworkSearch, isStep: boolean) => {
    // A search starts after a pause in typing. It must not navigate back to a page that the person left in the pause.
    if (router.latestLocation.pathname !== '/dashboard/network') return
    void navigate({ search: createSearchUpdater(search, next), replace: !isStep, resetScroll: false })
  }
  return <NetworkPage search={search} onSearchChange={change} action={renderMessageButton} />
}

function renderMessageButton(person: { personId: string; name: string }) {
  return <MessageButton size="sm" variant="ghost" {...person} />
}
