import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { MemberTypePage } from '~/features/members/web/member-types/member-type-page'
import { dashboardQuery, myProfileQuery } from '~/features/members/web/queries'
import { requireMembersArea } from './-app-shell/members-area'
import { createPrivateHead } from './-frame/page-head'

export const Route = createFileRoute('/dashboard_/member-type-selection')({
  staticData: { frame: { isWide: true, footer: false } },
  beforeLoad: async (options) => ({ me: await requireMembersArea(options) }),
  loader: ({ context: { queryClient } }) => queryClient.ensureQueryData(myProfileQuery()),
  head: ({ match }) => createPrivateHead(match, 'Select Member Type'),
  component: MemberTypeRoute,
})

function MemberTypeRoute() {
  const navigate = Route.useNavigate()
  const queryClient = useQueryClient()
  const { data: profile } = useSuspenseQuery(myProfileQuery())
  return (
    <MemberTypePage
      chosenBefore={profile.memberTypes}
      onSaved={(saved) => {
        queryClient.setQueryData(myProfileQuery().queryKey, saved)
        void queryClient.invalidateQueries({ queryKey: dashboardQuery().queryKey })
        // A DJ with an empty profile can't be booked, so the profile is the next step.
        const { bio, genres } = saved.values
        const isThin = bio === null || genres.length === 0
        const needsProfile = saved.memberTypes.includes('dj') && isThin
        void navigate({ to: needsProfile ? '/dashboard/profile' : '/dashboard' })
      }}
    />
  )
}
