import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { siteQuery } from '~/features/events/web/queries'
import { meQuery } from '~/features/identity/web/queries'
import { DjNotFound } from '~/features/members/web/dj-not-found'
import { DjPage } from '~/features/members/web/dj-page'
import { stockOfDj } from '~/features/members/web/dj-stock'
import { djQuery } from '~/features/members/web/queries'
import { orNotFound } from './-frame/or-not-found'
import { pageHead } from './-frame/page-head'
import { SiteNav } from './-frame/site-nav'

export const Route = createFileRoute('/dj/$id')({
  // The bar lies on the sheet, whose paper is known only with the DJ.
  staticData: { frame: { nav: 'none' } },
  loader: async ({ context: { queryClient }, params: { id } }) => {
    const [dj, { publicUrl }] = await Promise.all([
      orNotFound(queryClient.ensureQueryData(djQuery(id))),
      queryClient.ensureQueryData(siteQuery()),
    ])
    const [firstSentences = ''] = (dj.bio ?? '').split('\n')
    const facts = [dj.genre, dj.location].filter(Boolean).join(', ')
    return {
      title: dj.name,
      summary: firstSentences.slice(0, 200) || `${dj.name}${facts ? `: ${facts}` : ''}`,
      url: `${publicUrl}/dj/${dj.id}`,
    }
  },
  head: ({ loaderData }) =>
    loaderData
      ? pageHead({ title: loaderData.title, description: loaderData.summary, url: loaderData.url })
      : { meta: [{ title: 'DJ not found — Back to Back' }, { name: 'robots', content: 'noindex' }] },
  notFoundComponent: NotFoundRoute,
  component: DjRoute,
})

function DjRoute() {
  const { id } = Route.useParams()
  const { data: dj } = useSuspenseQuery(djQuery(id))
  const { data: me } = useSuspenseQuery(meQuery())
  return <DjPage dj={dj} nav={<SiteNav me={me} sheet={stockOfDj(dj)} hasOwnAction />} />
}

function NotFoundRoute() {
  const { data: me } = useSuspenseQuery(meQuery())
  return (
    <>
      <SiteNav me={me} sheet={undefined} hasOwnAction={false} />
      <DjNotFound />
    </>
  )
}
