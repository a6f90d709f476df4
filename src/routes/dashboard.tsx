import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Outlet, redirect, useLocation, useMatches, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { bookingCountsQuery } from '~/features/bookings/web/queries'
import { caseCountsQuery } from '~/features/chat/web/moderation/queries'
import { unreadQuery } from '~/features/chat/web/queries'
import { requireSignedIn } from '~/features/identity/web/guards'
import { ReauthenticationSourceProvider } from '~/features/identity/web/settings/reauthentication-source-provider'
import { countsQuery } from '~/features/network/web/queries'
import { siteQuery } from '~/features/settings/web/queries'
import { isMember } from '~/platform/rpc/access'
import { hasErrorCode } from '~/platform/rpc/errors'
import { getPageCookies } from '~/platform/rpc/page-request'
import { listGuestLinks, isModerator, listMemberLinks } from './-app-shell/app-links'
import { AppShell } from './-app-shell/app-shell'
import { checkIsExcludedFromMembersArea, requireMembersArea } from './-app-shell/members-area'
import { isSidebarCollapsed } from './-app-shell/sidebar-cookie'

/** Layout of the members' screens: the guard of R-06 and the sidebar of M-01 with its counts. */
export const Route = createFileRoute('/dashboard')({
  staticData: { frame: { isWide: true, footer: false } },
  beforeLoad: async (options) => {
    const { pathname, hash } = options.location
    if (!isSettings(pathname)) return { me: await requireMembersArea(options) }
    // Settings only require a sign-in. People without access to the members' area have theirs at /customer/settings.
    const me = await requireSignedIn(options)
    if (await checkIsExcludedFromMembersArea(options.context.queryClient, me))
      throw redirect({ to: '/customer/settings', hash, replace: true })
    return { me }
  },
  loader: async ({ context: { queryClient, me } }) => {
    // The sidebar works without counts. In the browser they load later.
    const read = Promise.all([
      queryClient.prefetchQuery(countsQuery()),
      queryClient.prefetchQuery(bookingCountsQuery()),
      queryClient.prefetchQuery(unreadQuery()),
      isModerator(me.roles) && queryClient.prefetchQuery(caseCountsQuery()),
    ])
    if (typeof window === 'undefined') await read
    return { startsCollapsed: isSidebarCollapsed(getPageCookies()) }
  },
  component: DashboardRoute,
})

function isSettings(path: string): boolean {
  return /^\/dashboard\/settings\/?$/u.test(path)
}

function DashboardRoute() {
  useRedirectWhenExcluded()
  const { startsCollapsed } = Route.useLoaderData()
  const { data: network } = useQuery(countsQuery())
  const { data: bookings } = useQuery(bookingCountsQuery())
  const { data: chat } = useQuery(unreadQuery())
  const { me } = Route.useRouteContext()
  const { data: cases } = useQuery({ ...caseCountsQuery(), enabled: isModerator(me.roles) })
  const fillsScreen = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.fillsScreen === true),
  })
  const isNarrow = useMatches({
    select: (matches) => matches.some(({ staticData }) => staticData.isNarrow === true),
  })
  const waiting: Record<string, number | undefined> = {
    '/dashboard/network': network?.pending,
    '/dashboard/bookings': bookings?.awaitingYou,
    '/dashboard/chat': chat?.unread,
    '/dashboard/moderation': cases?.open,
  }
  const links = listMemberLinks(me.roles, me.needsTwoStep).map((link) => ({
    ...link,
    count: waiting[link.href],
  }))
  const isOwnAccount = useLocation({ select: ({ pathname }) => isSettings(pathname) }) && !isMember(me.roles)
  return (
    <AppShell
      title={isOwnAccount ? 'Your Account' : 'Member Dashboard'}
      links={
        isOwnAccount
          ? listGuestLinks({ here: '/dashboard/settings', isExcludedFromMembersArea: false })
          : links
      }
      startsCollapsed={startsCollapsed}
      fillsScreen={fillsScreen}
      isNarrow={isNarrow}
    >
      <ReauthenticationSourceProvider>
        <Outlet />
      </ReauthenticationSourceProvider>
    </AppShell>
  )
}

/**
 * Redirects people when the members' area becomes invite-only: the server refuses the next request, and the page then
 * shows how to get access.
 */
function useRedirectWhenExcluded(): void {
  const queryClient = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    let isLeaving = false
    const leave = async () => {
      isLeaving = true
      await queryClient.invalidateQueries(siteQuery()).catch(() => undefined)
      await router.invalidate().catch(() => undefined)
      isLeaving = false
    }
    const checkError = (error: unknown) => {
      if (!isLeaving && hasErrorCode(error, 'MEMBERS_ONLY')) void leave()
    }
    const stops = [
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') checkError(event.action.error)
      }),
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'error') checkError(event.action.error)
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [queryClient, router])
}
