import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { meQuery } from '~/features/identity/web/queries'
import { ProfilePage } from '~/features/members/web/profile/profile-page'
import type { ProfileTab } from '~/features/members/web/profile/profile-tab'
import { myProfileQuery } from '~/features/members/web/queries'
import { ScreenFailed } from './-app-shell/screen-failed'
import { createPrivateHead } from './-frame/page-head'

export const Route = createFileRoute('/dashboard/profile')({
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: Exclude<ProfileTab, 'basic'> | undefined } => ({
    tab: tab === 'professional' || tab === 'types' ? tab : undefined,
  }),
  loader: async ({ context: { queryClient } }) => {
    await queryClient.ensureQueryData(myProfileQuery())
  },
  head: ({ match }) => createPrivateHead(match, 'Profile'),
  errorComponent: ScreenFailed,
  component: ProfileRoute,
})

function ProfileRoute() {
  const { tab = 'basic' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const queryClient = useQueryClient()
  const { data: profile } = useSuspenseQuery(myProfileQuery())
  return (
    <ProfilePage
      profile={profile}
      tab={tab}
      onTab={(next) =>
        void navigate({
          search: { tab: next === 'basic' ? undefined : next },
          resetScroll: false,
          replace: true,
        })
      }
      onIdentityChanged={() => void queryClient.invalidateQueries({ queryKey: meQuery().queryKey })}
    />
  )
}
