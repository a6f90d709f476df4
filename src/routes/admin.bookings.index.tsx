import { createFileRoute } from '@tanstack/react-router'
import { BookingsPage } from '~/features/administration/web/bookings/bookings-page'
import { readBookingsSearch } from '~/features/administration/web/bookings/bookings-search'
import { allBookingCountsQuery, allBookingsQuery } from '~/features/administration/web/bookings/queries'
import { ScreenFailed } from './-app-shell/screen-failed'
import { createPrivateHead } from './-frame/page-head'
import { usePagedSearch } from './-frame/use-paged-search'

export const Route = createFileRoute('/admin/bookings/')({
  validateSearch: readBookingsSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    // Parts that fail to load show their own error. In the browser the page appears immediately.
    const read = Promise.allSettled([
      queryClient.ensureQueryData(allBookingsQuery(deps)),
      queryClient.ensureQueryData(allBookingCountsQuery()),
    ])
    if (typeof window === 'undefined') await read
    return { thisYear: new Date().toISOString().slice(0, 4) }
  },
  head: ({ match }) => createPrivateHead(match, 'Bookings'),
  errorComponent: ScreenFailed,
  component: BookingsRoute,
})

function BookingsRoute() {
  const search = Route.useSearch()
  const { thisYear } = Route.useLoaderData()
  const change = usePagedSearch('/admin/bookings', search)
  return <BookingsPage search={search} onSearchChange={change} thisYear={thisYear} />
}
