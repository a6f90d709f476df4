import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { AuditTrail } from '~/features/administration/web/audit/audit-trail'
import { auditTrailQuery } from '~/features/administration/web/audit/queries'
import {
  personBookingsQuery,
  personOrdersQuery,
  personReportsQuery,
  sessionsQuery,
  userQuery,
} from '~/features/administration/web/users/queries'
import { UserPage } from '~/features/administration/web/users/user-page'
import { UserLoading, UserNotFound } from '~/features/administration/web/users/user-placeholders'
import { readUserSearch, type UserTab } from '~/features/administration/web/users/user-tab'
import { formatUserName } from '~/features/administration/web/users/user-format'
import { branchQuery } from '~/features/invitations/web/queries'
import { PersonInviteTree } from './-app-shell/person-tree'
import { ScreenFailed } from './-app-shell/screen-failed'
import { isMissingResource, resolveOrThrowNotFound } from './-frame/not-found-errors'
import { createPrivateHead } from './-frame/page-head'

export const Route = createFileRoute('/admin/users/$id')({
  validateSearch: readUserSearch,
  loaderDeps: ({ search: { tab } }) => ({ tab }),
  loader: async ({ context: { queryClient }, params: { id }, deps }) => {
    const tab: UserTab = deps.tab ?? 'overview'
    const read = {
      sessions: () => queryClient.ensureQueryData(sessionsQuery(id)),
      bookings: () => queryClient.ensureInfiniteQueryData(personBookingsQuery(id)),
      orders: () => queryClient.ensureInfiniteQueryData(personOrdersQuery(id)),
      reports: () => queryClient.ensureQueryData(personReportsQuery(id)),
      audit: () => queryClient.ensureQueryData(auditTrailQuery(id)),
      tree: () => queryClient.ensureQueryData(branchQuery(id)),
    }
    const parts: Record<UserTab, (keyof typeof read)[]> = {
      overview: ['sessions', 'bookings', 'audit'],
      sessions: ['sessions'],
      orders: ['orders'],
      bookings: ['bookings'],
      tree: ['tree'],
      reports: ['reports'],
      audit: ['audit'],
    }
    const around = Promise.allSettled(parts[tab].map((part) => read[part]()))
    const user = await resolveOrThrowNotFound(queryClient.ensureQueryData(userQuery(id)))
    if (typeof window === 'undefined') await around
    return { title: formatUserName(user) }
  },
  head: ({ match, loaderData }) => createPrivateHead(match, loaderData?.title ?? 'User not found'),
  pendingMs: 300,
  pendingComponent: () => <UserLoading />,
  notFoundComponent: () => <UserNotFound />,
  errorComponent: ScreenFailed,
  component: UserRoute,
})

function UserRoute() {
  const { id } = Route.useParams()
  const { tab = 'overview' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const queryClient = useQueryClient()
  const { data: user, error } = useSuspenseQuery(userQuery(id))
  if (isMissingResource(error)) return <UserNotFound />
  return (
    <UserPage
      key={id}
      user={user}
      tab={tab}
      tree={<PersonInviteTree personId={id} />}
      audit={<AuditTrail personId={id} />}
      onTabChange={(next) =>
        void navigate({
          search: { tab: next === 'overview' ? undefined : next },
          replace: true,
          resetScroll: false,
        })
      }
      onDeleted={() => {
        void navigate({ to: '/admin/users' }).then(() =>
          queryClient.removeQueries({ queryKey: userQuery(id).queryKey }),
        )
      }}
    />
  )
}
