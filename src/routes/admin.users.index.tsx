import { createFileRoute, useRouter } from '@tanstack/react-router'
import { userCountsQuery, usersQuery } from '~/features/administration/web/users/queries'
import { type ChangeSearch, UsersPage } from '~/features/administration/web/users/users-page'
import { readUsersSearch } from '~/features/administration/web/users/users-search'
import { ScreenFailed } from './-app-shell/screen-failed'
import { changing } from '~/lib/read-search'
import { privateHead } from './-frame/page-head'

export const Route = createFileRoute('/admin/users/')({
  validateSearch: readUsersSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    // What cannot be read says so itself, and offers to try again. In the browser the page stands at once.
    const read = Promise.allSettled([
      queryClient.ensureQueryData(usersQuery(deps)),
      queryClient.ensureQueryData(userCountsQuery()),
    ])
    if (typeof window === 'undefined') await read
  },
  head: ({ match }) => privateHead(match, 'Users'),
  errorComponent: ScreenFailed,
  component: UsersRoute,
})

function UsersRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const { me } = Route.useRouteContext()
  const change: ChangeSearch = (next, how) => {
    // A search that settles late must not call somebody back who has gone on.
    if (router.latestLocation.pathname.replace(/\/$/u, '') !== '/admin/users') return
    const isTurned = next.after !== search.after || next.before !== search.before
    void navigate({
      search: changing(search, next),
      replace: how === 'typed',
      resetScroll: isTurned && how !== 'typed',
    })
  }
  return <UsersPage meId={me.id} search={search} onSearchChange={change} />
}
