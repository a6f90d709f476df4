import { createFileRoute, redirect } from '@tanstack/react-router'
import { AuthPage } from '~/features/identity/web/auth-page'
import { getMemberLandingPath, requireSignedIn } from '~/features/identity/web/guards'
import { SignedInAs } from '~/features/identity/web/signed-in-as'
import { useRefreshMe } from '~/features/identity/web/use-after-sign-in'
import { MembersOnly } from '~/features/invitations/web/redeem/members-only'
import { RedeemForm } from '~/features/invitations/web/redeem/redeem-form'
import { isMember } from '~/platform/rpc/access'
import { checkIsExcludedFromMembersArea } from './-app-shell/members-area'
import { createPrivateHead } from './-frame/page-head'

type MembersOnlySearch = {
  next?: string | undefined
  code?: string | undefined
}

export const Route = createFileRoute('/dashboard_/members-only')({
  staticData: { frame: { nav: 'none', footer: false } },
  // The router parses a numeric code as a number.
  validateSearch: ({ next, code }: Record<string, unknown>): MembersOnlySearch => ({
    next: typeof next === 'string' ? next : undefined,
    code: typeof code === 'string' || typeof code === 'number' ? String(code) : undefined,
  }),
  beforeLoad: async (options) => {
    const { search, context } = options
    const me = await requireSignedIn(options)
    const isOpen = !(await checkIsExcludedFromMembersArea(context.queryClient, me))
    // Redirects members and, while the members' area is open, everyone without an invite code.
    if (isMember(me.roles) || (isOpen && search.code === undefined))
      throw redirect({ href: getMemberLandingPath(search.next), replace: true })
    return { me, isOpen }
  },
  head: ({ match }) => createPrivateHead(match, match.context.isOpen ? 'Become a member' : 'Members only'),
  component: MembersOnlyRoute,
})

function MembersOnlyRoute() {
  const { me, isOpen } = Route.useRouteContext()
  const { next, code } = Route.useSearch()
  const refresh = useRefreshMe()
  return (
    <AuthPage stock="lilac" poster={['Someone', 'in there', 'knows you.']} back="/">
      <MembersOnly
        isOpen={isOpen}
        form={<RedeemForm code={code} onRedeemed={() => refresh(getMemberLandingPath(next))} />}
        person={<SignedInAs me={me} />}
      />
    </AuthPage>
  )
}
