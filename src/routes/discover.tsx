import { createFileRoute, useRouter } from '@tanstack/react-router'
import { siteAddressQuery } from '~/features/events/web/queries'
import { createDiscoverHead, createDiscoverSchema } from '~/features/members/web/discover-head'
import { DiscoverPage } from '~/features/members/web/discover-page'
import { type DiscoverSearch, parseDiscoverSearch } from '~/features/members/web/discover-search'
import { djsQuery } from '~/features/members/web/queries'
import { serializeJsonLd } from '~/lib/json-ld'
import { createPageHead, createPrivateHead, createSiteImage } from './-frame/page-head'
import { createSearchUpdater } from '~/lib/search-parameters'

export const Route = createFileRoute('/discover')({
  validateSearch: parseDiscoverSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { queryClient }, deps }) => {
    const reading = queryClient.ensureInfiniteQueryData(djsQuery(deps))
    const { publicUrl } = await queryClient.ensureQueryData(siteAddressQuery())
    const head = createDiscoverHead(deps, `${publicUrl}/discover`)
    // In the browser the page appears immediately with a loading state.
    if (typeof window !== 'undefined') {
      reading.catch(() => undefined)
      return { head, publicUrl, schema: undefined }
    }
    const { pages } = await reading
    return { head, publicUrl, schema: serializeJsonLd(createDiscoverSchema(pages[0]?.djs ?? [], publicUrl)) }
  },
  head: ({ match, loaderData }) => {
    if (!loaderData) return createPrivateHead(match, 'Discover DJs')
    const { head, publicUrl, schema } = loaderData
    const { meta, links } = createPageHead(match, { ...head, image: createSiteImage(match, publicUrl) })
    return {
      links,
      meta: head.isIndexed ? meta : [...meta, { name: 'robots', content: 'noindex, follow' }],
      ...(schema && { scripts: [{ type: 'application/ld+json', children: schema }] }),
    }
  },
  component: DiscoverRoute,
})

function DiscoverRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const change = (next: DiscoverSearch) => {
    // A search starts after a pause in typing. It must not navigate back from a profile that the person opened in
    // the pause.
    if (router.latestLocation.pathname !== '/discover') return
    void navigate({ search: createSearchUpdater(search, next), replace: true, resetScroll: false })
  }
  return <DiscoverPage search={search} onSearchChange={change} />
}
