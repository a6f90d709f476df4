import { createFileRoute, useRouter } from '@tanstack/react-router'
import { InvitationsPage } from '~/features/invitations/web/admin/invitations-page'
import {
  type InvitationsSearch,
  parseInvitationsSearch,
} from '~/features/invitations/web/admin/invitations-search'
import { prefetchInvitationsTab } from '~/features/invitations/web/admin/prefetch-invitations-tab'
import { ScreenFailed } from './-app-shell/screen-failed'
import { createSearchUpdater } from '~/lib/search-parameters'
import { createPrivateHead } from './-frame/page-head'

export const Route = createFileRoute('/admin/invitations')({
  validateSearch: parseInvitationsSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    // Parts that fail to load show their own error. In the browser the page appears immediately.
    const read = prefetchInvitationsTab(queryClient, deps)
    if (typeof window === 'undefined') await read
  },
  head: ({ match }) => createPrivateHead(match, 'Invitations'),
  errorComponent: ScreenFailed,
  component: InvitationsRoute,
})

function InvitationsRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const change = (next: InvitationsSearch, isStep: boolean) => {
    // A search starts after a pause in typing. It must not navigate back to a page that the person left in the pause.
    if (router.latestLocation.pathname !== '/admin/invitations') return
    void navigate({ search: createSearchUpdater(search, next), replace: !isStep, resetScroll: false })
  }
  return <InvitationsPage search={search} onSearchChange={change} />
}
