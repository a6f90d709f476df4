import { createFileRoute } from '@tanstack/react-router'
import { AuditPage } from '~/features/administration/web/audit/audit-page'
import { readAuditSearch } from '~/features/administration/web/audit/audit-search'
import { auditCountsQuery, auditQuery } from '~/features/administration/web/audit/queries'
import { ScreenFailed } from './-app-shell/screen-failed'
import { createPrivateHead } from './-frame/page-head'
import { usePagedSearch } from './-frame/use-paged-search'

export const Route = createFileRoute('/admin/audit')({
  validateSearch: readAuditSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    // Parts that fail to load show their own error. In the browser the page appears immediately, using the reader's
    // time zone.
    const read = Promise.allSettled([
      queryClient.ensureQueryData(auditQuery(deps)),
      ...(typeof window === 'undefined' ? [queryClient.ensureQueryData(auditCountsQuery('UTC'))] : []),
    ])
    if (typeof window === 'undefined') await read
  },
  head: ({ match }) => createPrivateHead(match, 'Audit log'),
  errorComponent: ScreenFailed,
  component: AuditRoute,
})

function AuditRoute() {
  const search = Route.useSearch()
  const change = usePagedSearch('/admin/audit', search)
  return <AuditPage search={search} onSearchChange={change} />
}
