import { createFileRoute } from '@tanstack/react-router'
import { CreatePage, CreateForMembersOnly } from '~/features/events/web/dashboard/create/create-page'
import { useRefreshMe } from '~/features/identity/web/use-after-sign-in'
import { RedeemForm } from '~/features/invitations/web/redeem/redeem-form'
import { isMember } from '~/platform/rpc/access'
import { ScreenFailed } from './-app-shell/screen-failed'
import { createPrivateHead } from './-frame/page-head'

const HERE = '/dashboard/events/create'

export const Route = createFileRoute('/dashboard/events/create')({
  head: ({ match }) => createPrivateHead(match, 'Create an event'),
  errorComponent: ScreenFailed,
  component: CreateRoute,
})

function CreateRoute() {
  const { me } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const refresh = useRefreshMe()
  if (!isMember(me.roles))
    return <CreateForMembersOnly form={<RedeemForm onRedeemed={() => refresh(HERE)} />} />
  return (
    <CreatePage
      onCreated={(id) => void navigate({ to: '/dashboard/events/$id/edit', params: { id }, replace: true })}
    />
  )
}
