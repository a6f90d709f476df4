import { createFileRoute, useRouter } from '@tanstack/react-router'
import { MembersPage } from '~/features/network/web/members-page'
import { type MembersSearch, parseMembersSearch } from '~/features/network/web/members-search'
import { membersQuery } from '~/features/network/web/queries'
import { ScreenFailed } from './-app-shell/screen-failed'
import { createSearchUpdater } from '~/lib/search-parameters'
import { createPrivateHead } from './-frame/page-head'

export const Route = createFileRoute('/dashboard/members/')({
  validateSearch: parseMembersSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const read = Promise.allSettled([queryClient.ensureInfiniteQueryData(membersQuery(deps))])
    if (typeof window === 'undefined') await read
  },
  head: ({ match }) => createPrivateHead(match, 'Browse Members'),
  errorComponent: ScreenFailed,
  component: MembersRoute,
})

function MembersRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const change = (next: MembersSearch) => {
    // A search starts after a pause in typing. It must not navigate back to a page that the person left in the pause.
    if (router.latestLocation.pathname.replace(/\/$/u, '') !== '/dashboard/members') return
    void navigate({ search: createSearchUpdater(search, next), replace: true, resetScroll: false })
  }
  return <MembersPage search={search} onSearchChange={change} />
}
