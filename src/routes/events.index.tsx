import { createFileRoute, useRouter } from '@tanstack/react-router'
import { EventsPage } from '~/features/events/web/events-page'
import { type EventsSearch, filterOf, monthChip, readEventsSearch } from '~/features/events/web/events-search'
import { eventsQuery, addressQuery } from '~/features/events/web/queries'
import { pageHead, siteImage } from './-frame/page-head'
import { changing } from '~/lib/read-search'

export const Route = createFileRoute('/events/')({
  validateSearch: readEventsSearch,
  // Only what the first answer depends on: paging and the view are the component's.
  loaderDeps: ({ search }) => ({ filter: filterOf(search) }),
  loader: async ({ context: { queryClient }, deps: { filter }, location }) => {
    const { pages = 1 } = readEventsSearch(location.search)
    const list = queryClient.ensureInfiniteQueryData({ ...eventsQuery(filter), pages })
    if (typeof window !== 'undefined') {
      // In the browser the page stands at once and shows that it is loading; a failure is the page's to say.
      list.catch(() => undefined)
      return { publicUrl: window.location.origin, nextMonth: monthChip(new Date()) }
    }
    const [{ publicUrl }] = await Promise.all([queryClient.ensureQueryData(addressQuery()), list])
    return { publicUrl, nextMonth: monthChip(new Date()) }
  },
  head: ({ match, loaderData }) =>
    pageHead(match, {
      title: 'Upcoming Events',
      description:
        'Club nights, warehouses, festivals and day parties: what is on, where, and what it costs.',
      url: `${loaderData?.publicUrl ?? ''}/events`,
      image: siteImage(match, loaderData?.publicUrl ?? ''),
    }),
  component: EventsRoute,
})

function EventsRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const { nextMonth: month } = Route.useLoaderData()
  const change = (next: EventsSearch) => {
    // A search that settles after somebody has gone on to an event must not call them back.
    if (router.latestLocation.pathname !== '/events') return
    void navigate({ search: changing(search, next), replace: true, resetScroll: false })
  }
  return <EventsPage search={search} nextMonth={month} onSearchChange={change} />
}
