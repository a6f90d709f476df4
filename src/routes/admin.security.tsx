import { createFileRoute } from '@tanstack/react-router'
import {
  securityCountsQuery,
  SecurityPage,
  securityQuery,
} from '~/features/identity/web/security/security-page'
import { readSecuritySearch } from '~/features/identity/web/security/security-search'
import { ScreenFailed } from './-app-shell/screen-failed'
import { createPrivateHead } from './-frame/page-head'
import { usePagedSearch } from './-frame/use-paged-search'

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
  head: ({ match }) => createPrivateHead(match, 'Security events'),
  errorComponent: ScreenFailed,
  component: SecurityRoute,
})

function SecurityRoute() {
  const search = Route.useSearch()
  const change = usePagedSearch('/admin/security', search)
  return <SecurityPage search={search} onSearchChange={change} />
}
