import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { requireSignedIn } from '~/features/identity/web/guards'
import { meQuery } from '~/features/identity/web/queries'
import { ProfilePage } from '~/features/members/web/profile/profile-page'
import type { ProfileTab } from '~/features/members/web/profile/profile-tab'
import { myProfileQuery } from '~/features/members/web/queries'
import { pageCookies } from '~/platform/rpc/page-request'
import { memberLinks } from './-app-shell/app-links'
import { AppShell } from './-app-shell/app-shell'
import { isSidebarCollapsed } from './-app-shell/sidebar-cookie'

export const Route = createFileRoute('/dashboard/profile')({
  staticData: { frame: { isWide: true, footer: false } },
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: Exclude<ProfileTab, 'basic'> | undefined } => ({
    tab: tab === 'professional' || tab === 'types' ? tab : undefined,
  }),
  beforeLoad: async (options) => ({ me: await requireSignedIn(options) }),
  loader: async ({ context: { queryClient } }) => {
    await queryClient.ensureQueryData(myProfileQuery())
    return { startsCollapsed: isSidebarCollapsed(pageCookies()) }
  },
  head: () => ({ meta: [{ title: 'Profile — Back to Back' }, { name: 'robots', content: 'noindex' }] }),
  component: ProfileRoute,
})

function ProfileRoute() {
  const { startsCollapsed } = Route.useLoaderData()
  const { tab = 'basic' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const queryClient = useQueryClient()
  const { data: profile } = useSuspenseQuery(myProfileQuery())
  return (
    <AppShell title="Member Dashboard" links={memberLinks} startsCollapsed={startsCollapsed}>
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
    </AppShell>
  )
}
