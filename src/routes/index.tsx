import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ChatFeed } from '~/features/chat/web/feed/chat-feed'
import { feedQuery } from '~/features/chat/web/queries'
import { HomePage } from '~/features/events/web/home/home-page'
import { LandingPage } from '~/features/events/web/landing/landing-page'
import { featuredQuery, siteAddressQuery } from '~/features/events/web/queries'
import { meQuery } from '~/features/identity/web/queries'
import { isExcludedFromMembersArea } from './-app-shell/members-area'
import { createPageHead, createSiteImage } from './-frame/page-head'

const SHOWN = { landing: 5, home: 6 }

export const Route = createFileRoute('/')({
  staticData: { frame: { forVisitors: { nav: 'yellow' } } },
  loader: async ({ context: { queryClient, site } }) => {
    const [me, { publicUrl }] = await Promise.all([
      queryClient.ensureQueryData(meQuery()),
      queryClient.ensureQueryData(siteAddressQuery()),
    ])
    await Promise.all([
      queryClient.ensureQueryData(featuredQuery(me ? SHOWN.home : SHOWN.landing)),
      // H-02: a feed that fails to load is only logged.
      me && !isExcludedFromMembersArea(me, site) && queryClient.prefetchQuery(feedQuery()),
    ])
    return { publicUrl }
  },
  head: ({ match, loaderData }) =>
    createPageHead(match, {
      title: 'Where DJs Connect',
      description:
        'An invite-only network for DJs, promoters and everyone who makes the night happen. Meet, book, sell tickets, get paid.',
      url: `${loaderData?.publicUrl ?? ''}/`,
      image: createSiteImage(match, loaderData?.publicUrl ?? ''),
    }),
  component: IndexRoute,
})

function IndexRoute() {
  const { data: me } = useSuspenseQuery(meQuery())
  const { site } = Route.useRouteContext()
  return me ? <Home fullName={me.fullName} hasFeed={!isExcludedFromMembersArea(me, site)} /> : <Landing />
}

function Landing() {
  const { data } = useSuspenseQuery(featuredQuery(SHOWN.landing))
  return <LandingPage events={data.events} />
}

function Home({ fullName, hasFeed }: { fullName: string; hasFeed: boolean }) {
  const { data } = useSuspenseQuery(featuredQuery(SHOWN.home))
  return (
    <HomePage fullName={fullName} events={data.events} upcoming={data.total} feed={hasFeed && <ChatFeed />} />
  )
}
