import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { AdminDashboard } from '~/features/administration/web/dashboard/admin-dashboard'
import { attentionQuery, overviewQuery } from '~/features/administration/web/queries'
import { ScreenFailed } from './-app-shell/screen-failed'
import { createPrivateHead } from './-frame/page-head'

export const Route = createFileRoute('/admin/')({
  loader: async ({ context: { queryClient } }) => {
    // The page doesn't wait for this list in the browser. If the list fails, it shows its own error.
    const waits = queryClient.prefetchQuery(attentionQuery())
    await queryClient.ensureQueryData(overviewQuery())
    if (typeof window === 'undefined') await waits
  },
  head: ({ match }) => createPrivateHead(match, 'Admin Panel'),
  errorComponent: ScreenFailed,
  component: AdminRoute,
})

function AdminRoute() {
  const { data: overview } = useSuspenseQuery(overviewQuery())
  return <AdminDashboard overview={overview} />
}
