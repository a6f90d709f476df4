import { createFileRoute, useRouter } from '@tanstack/react-router'
import { EventsPage } from '~/features/events/web/events-page'
import {
  type EventsSearch,
  toFilter,
  getMonthChip,
  parseEventsSearch,
} from '~/features/events/web/events-search-parameters'
import { eventsQuery, siteAddressQuery } from '~/features/events/web/queries'
import { createPageHead, createSiteImage } from './-frame/page-head'
import { createSearchUpdater } from '~/lib/search-parameters'

export const Route = createFileRoute('/events/')({
  validateSearch: parseEventsSearch,
  // Only the filter affects the first response; the component handles paging and the view.
  loaderDeps: ({ search }) => ({ filter: toFilter(search) }),
  loader: async ({ context: { queryClient }, deps: { filter }, location }) => {
    const { pages = 1 } = parseEventsSearch(location.search)
    const list = queryClient.ensureInfiniteQueryData({ ...eventsQuery(filter), pages })
    if (typeof window !== 'undefined') {
      // In the browser the page appears immediately with a loading state, and shows its own error.
      list.catch(() => undefined)
      return { publicUrl: window.location.origin, nextMonth: getMonthChip(new Date()) }
    }
    const [{ publicUrl }] = await Promise.all([queryClient.ensureQueryData(siteAddressQuery()), list])
    return { publicUrl, nextMonth: getMonthChip(new Date()) }
  },
  head: ({ match, loaderData }) =>
    createPageHead(match, {
      title: 'Upcoming Events',
      description:
        'Club nights, warehouses, festivals and day parties: what is on, where, and what it costs.',
      url: `${loaderData?.publicUrl ?? ''}/events`,
      image: createSiteImage(match, loaderData?.publicUrl ?? ''),
    }),
  component: EventsRoute,
})

function EventsRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const { nextMonth: month } = Route.useLoaderData()
  const change = (next: EventsSearch) => {
    // A search starts after a pause in typing. It must not navigate back from an event that the person opened in
    // the pause.
    if (router.latestLocation.pathname !== '/events') return
    void navigate({ search: createSearchUpdater(search, next), replace: true, resetScroll: false })
  }
  return <EventsPage search={search} nextMonth={month} onSearchChange={change} />
}
