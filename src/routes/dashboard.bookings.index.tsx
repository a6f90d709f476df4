import { useQuery } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { BookingsPage } from '~/features/bookings/web/dashboard/bookings-page'
import {
  type BookingsSearch,
  listPeriods,
  parseBookingsSearch,
} from '~/features/bookings/web/dashboard/bookings-search'
import { bookingCountsQuery, bookingsQuery, feedQuery, ownMonthQuery } from '~/features/bookings/web/queries'
import { myProfileQuery } from '~/features/members/web/queries'
import { ScreenFailed } from './-app-shell/screen-failed'
import { createSearchUpdater } from '~/lib/search-parameters'
import { createPrivateHead } from './-frame/page-head'

export const Route = createFileRoute('/dashboard/bookings/')({
  validateSearch: parseBookingsSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps: { view, month, status, q } }) => {
    const thisMonth = new Date().toISOString().slice(0, 7)
    const reads =
      view === 'calendar'
        ? [
            queryClient.ensureQueryData(ownMonthQuery(month ?? thisMonth)),
            queryClient.ensureQueryData(feedQuery()),
          ]
        : [
            queryClient.ensureQueryData(bookingCountsQuery()),
            ...listPeriods(status).map((period) =>
              queryClient.ensureInfiniteQueryData(bookingsQuery(period, status, q)),
            ),
          ]
    // Parts that fail to load show their own error. In the browser the page appears immediately.
    const read = Promise.allSettled([...reads, queryClient.ensureQueryData(myProfileQuery())])
    if (typeof window === 'undefined') await read
    return { thisMonth }
  },
  head: ({ match }) => createPrivateHead(match, 'Bookings'),
  errorComponent: ScreenFailed,
  component: BookingsRoute,
})

function BookingsRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const { me } = Route.useRouteContext()
  const { thisMonth } = Route.useLoaderData()
  const { data: profile } = useQuery(myProfileQuery())
  const isDj = profile?.memberTypes.includes('dj') ?? false
  const changeSearch = (next: BookingsSearch) => {
    // A late response must not navigate back to a page the person has left.
    if (router.latestLocation.pathname !== '/dashboard/bookings') return
    void navigate({
      search: createSearchUpdater(search, next),
      replace: next.view === search.view,
      resetScroll: false,
    })
  }
  return (
    <BookingsPage
      search={search}
      onSearch={changeSearch}
      djPath={isDj ? `/dj/${me.id}` : undefined}
      thisMonth={thisMonth}
    />
  )
}
