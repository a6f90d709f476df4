import { createFileRoute, useRouter } from '@tanstack/react-router'
import { BookingsPage } from '~/features/administration/web/bookings/bookings-page'
import {
  type BookingsSearch,
  readBookingsSearch,
} from '~/features/administration/web/bookings/bookings-search'
import { allBookingCountsQuery, allBookingsQuery } from '~/features/administration/web/bookings/queries'
import { ScreenFailed } from './-app-shell/screen-failed'
import { changing } from '~/lib/read-search'
import { privateHead } from './-frame/page-head'

export const Route = createFileRoute('/admin/bookings/')({
  validateSearch: readBookingsSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    // What cannot be read says so itself, and offers to try again. In the browser the page stands at once.
    const read = Promise.allSettled([
      queryClient.ensureQueryData(allBookingsQuery(deps)),
      queryClient.ensureQueryData(allBookingCountsQuery()),
    ])
    if (typeof window === 'undefined') await read
    return { thisYear: new Date().toISOString().slice(0, 4) }
  },
  head: ({ match }) => privateHead(match, 'Bookings'),
  errorComponent: ScreenFailed,
  component: BookingsRoute,
})

function BookingsRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const { thisYear } = Route.useLoaderData()
  const change = (next: BookingsSearch, how?: 'typed') => {
    // A search that settles late must not call somebody back who has gone on.
    if (router.latestLocation.pathname.replace(/\/$/u, '') !== '/admin/bookings') return
    const isTurned = next.after !== search.after || next.before !== search.before
    void navigate({
      search: changing(search, next),
      replace: how === 'typed',
      resetScroll: isTurned && how !== 'typed',
    })
  }
  return <BookingsPage search={search} onSearchChange={change} thisYear={thisYear} />
}
