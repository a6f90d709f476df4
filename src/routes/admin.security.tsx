import { createFileRoute, useRouter } from '@tanstack/react-router'
import {
  securityCountsQuery,
  SecurityPage,
  securityQuery,
} from '~/features/identity/web/security/security-page'
import { readSecuritySearch, type SecuritySearch } from '~/features/identity/web/security/security-search'
import { ScreenFailed } from './-app-shell/screen-failed'
import { changing } from '~/lib/read-search'
import { privateHead } from './-frame/page-head'

export const Route = createFileRoute('/admin/security')({
  validateSearch: readSecuritySearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const read = Promise.allSettled([
      queryClient.ensureQueryData(securityQuery(deps)),
      queryClient.ensureQueryData(securityCountsQuery()),
    ])
    if (typeof window === 'undefined') await read
  },
  head: ({ match }) => privateHead(match, 'Security events'),
  errorComponent: ScreenFailed,
  component: SecurityRoute,
})

function SecurityRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const change = (next: SecuritySearch, how?: 'typed') => {
    // A search that settles late must not bring back a person who has left the page.
    if (router.latestLocation.pathname.replace(/\/$/u, '') !== '/admin/security') return
    const isTurned = next.after !== search.after || next.before !== search.before
    void navigate({
      search: changing(search, next),
      replace: how === 'typed',
      resetScroll: isTurned && how !== 'typed',
    })
  }
  return <SecurityPage search={search} onSearchChange={change} />
}
