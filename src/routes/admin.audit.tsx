import { createFileRoute, useRouter } from '@tanstack/react-router'
import { AuditPage } from '~/features/administration/web/audit/audit-page'
import { type AuditSearch, readAuditSearch } from '~/features/administration/web/audit/audit-search'
import { auditCountsQuery, auditQuery } from '~/features/administration/web/audit/queries'
import { ScreenFailed } from './-app-shell/screen-failed'
import { changing } from '~/lib/read-search'
import { privateHead } from './-frame/page-head'

export const Route = createFileRoute('/admin/audit')({
  validateSearch: readAuditSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    // What cannot be read says so itself, and offers to try again. In the browser the page stands at once, and counts by the
    // reader's own day.
    const read = Promise.allSettled([
      queryClient.ensureQueryData(auditQuery(deps)),
      ...(typeof window === 'undefined' ? [queryClient.ensureQueryData(auditCountsQuery('UTC'))] : []),
    ])
    if (typeof window === 'undefined') await read
  },
  head: ({ match }) => privateHead(match, 'Audit log'),
  errorComponent: ScreenFailed,
  component: AuditRoute,
})

function AuditRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const change = (next: AuditSearch, how?: 'typed') => {
    // A search that settles late must not call somebody back who has gone on.
    if (router.latestLocation.pathname.replace(/\/$/u, '') !== '/admin/audit') return
    const isTurned = next.after !== search.after || next.before !== search.before
    void navigate({
      search: changing(search, next),
      replace: how === 'typed',
      resetScroll: isTurned && how !== 'typed',
    })
  }
  return <AuditPage search={search} onSearchChange={change} />
}
