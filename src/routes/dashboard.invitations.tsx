import { createFileRoute } from '@tanstack/react-router'
import { BecomeMember } from '~/features/invitations/web/mine/become-member'
import { MyInvitationsPage } from '~/features/invitations/web/mine/my-invitations-page'
import { myInvitationsQuery, myPeopleQuery } from '~/features/invitations/web/queries'
import { isMember } from '~/platform/rpc/access'
import { ScreenFailed } from './-app-shell/screen-failed'
import { createPrivateHead } from './-frame/page-head'

export const Route = createFileRoute('/dashboard/invitations')({
  loader: async ({ context: { queryClient, me } }) => {
    if (!isMember(me.roles)) return
    // Parts that fail to load show their own error. In the browser the page appears immediately.
    const read = Promise.all([
      queryClient.prefetchQuery(myInvitationsQuery()),
      queryClient.prefetchQuery(myPeopleQuery()),
    ])
    if (typeof window === 'undefined') await read
  },
  head: ({ match }) => createPrivateHead(match, 'Invitations'),
  errorComponent: ScreenFailed,
  component: InvitationsRoute,
})

function InvitationsRoute() {
  const { me } = Route.useRouteContext()
  if (!isMember(me.roles)) return <BecomeMember />
  return <MyInvitationsPage me={{ id: me.id, name: me.fullName, avatarUrl: me.avatarUrl }} />
}
