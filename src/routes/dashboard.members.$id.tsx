import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ReviewList } from '~/features/bookings/web/reviews/review-list'
import { reviewsQuery } from '~/features/bookings/web/queries'
import { requireSignedIn } from '~/features/identity/web/guards'
import { MemberNotFound, MemberPage } from '~/features/members/web/member-page'
import { memberQuery } from '~/features/members/web/queries'
import { ConnectButton } from '~/features/network/web/connect-button'
import { MutualConnections } from '~/features/network/web/mutual-connections'
import { relationQuery } from '~/features/network/web/queries'
import { pageCookies } from '~/platform/rpc/page-request'
import { memberLinks } from './-app-shell/app-links'
import { AppShell } from './-app-shell/app-shell'
import { isSidebarCollapsed } from './-app-shell/sidebar-cookie'
import { orNotFound } from './-frame/or-not-found'

export const Route = createFileRoute('/dashboard/members/$id')({
  staticData: { frame: { isWide: true, footer: false } },
  beforeLoad: async (options) => ({ me: await requireSignedIn(options) }),
  loader: async ({ context: { queryClient }, params: { id } }) => {
    // What stands around the person may fail by itself.
    const around = Promise.allSettled([
      queryClient.ensureQueryData(relationQuery(id)),
      queryClient.ensureInfiniteQueryData(reviewsQuery(id)),
    ])
    const member = await orNotFound(queryClient.ensureQueryData(memberQuery(id)))
    await around
    return { title: member.name, startsCollapsed: isSidebarCollapsed(pageCookies()) }
  },
  head: ({ loaderData }) => ({
    meta: [
      { title: `${loaderData?.title ?? 'Member not found'} — Back to Back` },
      { name: 'robots', content: 'noindex' },
    ],
  }),
  notFoundComponent: () => (
    <Shell>
      <MemberNotFound />
    </Shell>
  ),
  component: MemberRoute,
})

function MemberRoute() {
  const { id } = Route.useParams()
  const { data: member } = useSuspenseQuery(memberQuery(id))
  return (
    <Shell>
      <MemberPage
        key={id}
        member={member}
        actions={<ConnectButton personId={id} name={member.name} isSignedIn />}
        mutual={<MutualConnections personId={id} />}
        reviews={<ReviewList personId={id} />}
      />
    </Shell>
  )
}

/** While nothing is loaded, the sidebar stands as it is most often. */
function Shell({ children }: { children: ReactNode }) {
  const loaded = Route.useLoaderData() as { startsCollapsed: boolean } | undefined
  return (
    <AppShell title="Member Dashboard" links={memberLinks} startsCollapsed={loaded?.startsCollapsed ?? false}>
      {children}
    </AppShell>
  )
}
