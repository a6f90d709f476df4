import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { requireSignedIn } from '~/features/identity/web/guards'
import { siteQuery } from '~/features/settings/web/queries'
import { WaitlistPage } from '~/features/tickets/web/waitlist/waitlist-page'
import { waitlistsQuery } from '~/features/tickets/web/waitlist/waitlist-queries'
import { createPrivateHead } from './-frame/page-head'

export const Route = createFileRoute('/waitlist')({
  beforeLoad: async (options) => ({ me: await requireSignedIn(options) }),
  loader: async ({ context: { queryClient } }) => {
    await queryClient.ensureQueryData(waitlistsQuery())
  },
  head: ({ match }) => createPrivateHead(match, 'Waitlist'),
  component: WaitlistRoute,
})

function WaitlistRoute() {
  const { data: site } = useSuspenseQuery(siteQuery())
  const navigate = Route.useNavigate()
  return (
    <WaitlistPage
      priceDisplay={site.priceDisplay}
      onCheckout={(orderId) => void navigate({ to: '/checkout/$orderId', params: { orderId }, search: {} })}
    />
  )
}
