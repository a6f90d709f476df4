import { createFileRoute, useRouter } from '@tanstack/react-router'
import { requireSignedIn } from '~/features/identity/web/guards'
import { MembersPage } from '~/features/network/web/members-page'
import { type MembersSearch, readMembersSearch } from '~/features/network/web/members-search'
import { membersQuery } from '~/features/network/web/queries'
import { pageCookies } from '~/platform/rpc/page-request'
import { memberLinks } from './-app-shell/app-links'
import { AppShell } from './-app-shell/app-shell'
import { isSidebarCollapsed } from './-app-shell/sidebar-cookie'

export const Route = createFileRoute('/dashboard/members/')({
  staticData: { frame: { isWide: true, footer: false } },
  validateSearch: readMembersSearch,
  beforeLoad: async (options) => ({ me: await requireSignedIn(options) }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const read = Promise.allSettled([queryClient.ensureInfiniteQueryData(membersQuery(deps))])
    if (typeof window === 'undefined') await read
    return { startsCollapsed: isSidebarCollapsed(pageCookies()) }
  },
  head: () => ({
    meta: [{ title: 'Browse Members — Back to Back' }, { name: 'robots', content: 'noindex' }],
  }),
  component: MembersRoute,
})

function MembersRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const { startsCollapsed } = Route.useLoaderData()
  const change = (next: MembersSearch) => {
    // A search that settles late must not call people back from where they went.
    if (router.latestLocation.pathname.replace(/\/$/u, '') !== '/dashboard/members') return
    void navigate({ search: next, replace: true, resetScroll: false })
  }
  return (
    <AppShell title="Member Dashboard" links={memberLinks} startsCollapsed={startsCollapsed}>
      <MembersPage search={search} onSearchChange={change} />
    </AppShell>
  )
}
