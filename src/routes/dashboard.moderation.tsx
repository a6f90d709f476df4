import { createFileRoute, notFound, redirect, rootRouteId, useRouter } from '@tanstack/react-router'
import { ModerationPage } from '~/features/chat/web/moderation/moderation-page'
import {
  type ModerationSearch,
  parseModerationSearch,
} from '~/features/chat/web/moderation/moderation-search'
import { caseCountsQuery, caseQuery, casesQuery } from '~/features/chat/web/moderation/queries'
import { isModerator } from './-app-shell/app-links'
import { ScreenFailed } from './-app-shell/screen-failed'
import { createSearchUpdater } from '~/lib/search-parameters'
import { createPrivateHead } from './-frame/page-head'

// Only site moderators and admins may learn that there is a moderation queue.
export const Route = createFileRoute('/dashboard/moderation')({
  validateSearch: parseModerationSearch,
  loaderDeps: ({ search: { tab, case: caseId } }) => ({ tab, caseId }),
  loader: async ({ context: { queryClient, me }, deps: { tab, caseId } }) => {
    if (me.needsTwoStep) throw redirect({ to: '/two-step-needed' })
    if (!isModerator(me.roles)) throw notFound({ routeId: rootRouteId })
    const list = queryClient.ensureInfiniteQueryData(casesQuery(tab ?? 'open'))
    const shown = list.then(({ pages }) => {
      const id = caseId ?? pages[0]?.cases[0]?.id
      return id === undefined ? undefined : queryClient.ensureQueryData(caseQuery(id))
    })
    // Parts that fail to load show their own error. In the browser the page appears immediately.
    const read = Promise.allSettled([queryClient.ensureQueryData(caseCountsQuery()), list, shown])
    if (typeof window === 'undefined') await read
    return { title: 'Moderation' }
  },
  head: ({ match, loaderData }) => createPrivateHead(match, loaderData?.title ?? 'Page not found'),
  errorComponent: ScreenFailed,
  component: ModerationRoute,
})

function ModerationRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const { me } = Route.useRouteContext()
  const change = (next: ModerationSearch) => {
    // A late response must not navigate back to a page the person has left.
    if (router.latestLocation.pathname !== '/dashboard/moderation') return
    void navigate({
      search: createSearchUpdater(search, next),
      replace: true,
      resetScroll: next.case !== search.case,
    })
  }
  return (
    <ModerationPage
      me={{ id: me.id, isAdmin: me.roles.includes('admin') }}
      search={search}
      onSearchChange={change}
    />
  )
}
