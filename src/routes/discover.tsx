import { createFileRoute, useRouter } from '@tanstack/react-router'
import { siteQuery } from '~/features/events/web/queries'
import { DiscoverPage } from '~/features/members/web/discover-page'
import { type DiscoverSearch, readDiscoverSearch } from '~/features/members/web/discover-search'
import { djsQuery } from '~/features/members/web/queries'
import { pageHead } from './-frame/page-head'

export const Route = createFileRoute('/discover')({
  validateSearch: readDiscoverSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const list = queryClient.ensureInfiniteQueryData(djsQuery(deps))
    const { publicUrl } = await queryClient.ensureQueryData(siteQuery())
    // In the browser the page stands at once and shows that it is loading.
    if (typeof window === 'undefined') await list
    else list.catch(() => undefined)
    return { publicUrl }
  },
  head: ({ loaderData }) =>
    pageHead({
      title: 'Discover DJs',
      description: 'DJs by name, place and genre: what they play, what they cost, and how they were liked.',
      url: `${loaderData?.publicUrl ?? ''}/discover`,
    }),
  component: DiscoverRoute,
})

function DiscoverRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const change = (next: DiscoverSearch) => {
    // As on /events: a search that settles late must not call people back from a profile.
    if (router.latestLocation.pathname !== '/discover') return
    void navigate({ search: next, replace: true, resetScroll: false })
  }
  return <DiscoverPage search={search} onSearchChange={change} />
}
