import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { AdminDashboard } from '~/features/administration/web/admin-dashboard'
import { overviewQuery } from '~/features/administration/web/queries'
import { ScreenFailed } from './-app-shell/screen-failed'

export const Route = createFileRoute('/admin/')({
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(overviewQuery()),
  head: () => ({ meta: [{ title: 'Admin Panel — Back to Back' }, { name: 'robots', content: 'noindex' }] }),
  errorComponent: ScreenFailed,
  component: AdminRoute,
})

function AdminRoute() {
  const { data: overview } = useSuspenseQuery(overviewQuery())
  return <AdminDashboard overview={overview} />
}
