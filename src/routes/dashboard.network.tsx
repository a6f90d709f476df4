import { createFileRoute, useRouter } from '@tanstack/react-router'
import { requireSignedIn } from '~/features/identity/web/guards'
import { NetworkPage } from '~/features/network/web/network-page'
import { type NetworkSearch, readNetworkSearch } from '~/features/network/web/network-search'
import { connectionsQuery, countsQuery } from '~/features/network/web/queries'
import { pageCookies } from '~/platform/rpc/page-request'
import { memberLinks } from './-app-shell/app-links'
import { AppShell } from './-app-shell/app-shell'
import { isSidebarCollapsed } from './-app-shell/sidebar-cookie'

export const Route = createFileRoute('/dashboard/network')({
  staticData: { frame: { isWide: true, footer: false } },
  validateSearch: readNetworkSearch,
  beforeLoad: async (options) => ({ me: await requireSignedIn(options) }),
  loaderDeps: ({ search: { tab, q } }) => ({ tab, q }),
  loader: async ({ context: { queryClient }, deps: { tab, q } }) => {
    // What cannot be read says so itself, and offers to try again. In the browser the page stands at once.
    const read = Promise.allSettled([
      queryClient.ensureQueryData(countsQuery()),
      queryClient.ensureInfiniteQueryData(connectionsQuery(tab ?? 'connections', q)),
    ])
    if (typeof window === 'undefined') await read
    return { startsCollapsed: isSidebarCollapsed(pageCookies()) }
  },
  head: () => ({ meta: [{ title: 'Network — Back to Back' }, { name: 'robots', content: 'noindex' }] }),
  component: NetworkRoute,
})

function NetworkRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const { startsCollapsed } = Route.useLoaderData()
  const change = (next: NetworkSearch, isStep: boolean) => {
    // A search that settles late must not call people back from where they went.
    if (router.latestLocation.pathname !== '/dashboard/network') return
    void navigate({ search: next, replace: !isStep, resetScroll: false })
  }
  return (
    <AppShell title="Member Dashboard" links={memberLinks} startsCollapsed={startsCollapsed}>
      <NetworkPage search={search} onSearchChange={change} />
    </AppShell>
  )
}
