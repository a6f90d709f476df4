import { createFileRoute } from '@tanstack/react-router'
import { userCountsQuery, usersQuery } from '~/features/administration/web/users/queries'
import { UsersPage } from '~/features/administration/web/users/users-page'
import { readUsersSearch } from '~/features/administration/web/users/users-search'
import { ScreenFailed } from './-app-shell/screen-failed'
import { createPrivateHead } from './-frame/page-head'
import { usePagedSearch } from './-frame/use-paged-search'

export const Route = createFileRoute('/admin/users/')({
  validateSearch: readUsersSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    // Parts that fail to load show their own error. In the browser the page appears immediately.
    const read = Promise.allSettled([
      queryClient.ensureQueryData(usersQuery(deps)),
      queryClient.ensureQueryData(userCountsQuery()),
    ])
    if (typeof window === 'undefined') await read
  },
  head: ({ match }) => createPrivateHead(match, 'Users'),
  errorComponent: ScreenFailed,
  component: UsersRoute,
})

function UsersRoute() {
  const search = Route.useSearch()
  const { me } = Route.useRouteContext()
  const change = usePagedSearch('/admin/users', search)
  return <UsersPage meId={me.id} search={search} onSearchChange={change} />
}
