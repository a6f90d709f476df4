import { useRef } from 'react'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useRouter } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { AnchorButton, LinkButton } from '~/design/link-button'
import { parseBookParam } from '~/features/bookings/web/request/book-search'
import { AvailabilityMonth } from '~/features/bookings/web/request/availability-month'
import { BookNow, BookNowButton } from '~/features/bookings/web/request/book-now'
import { loadMonthToOpen } from '~/features/bookings/web/request/month-to-open'
import { reviewsQuery } from '~/features/bookings/web/queries'
import { ReviewList } from '~/features/bookings/web/reviews/review-list'
import { siteAddressQuery } from '~/features/events/web/queries'
import { meQuery } from '~/features/identity/web/queries'
import { DjNotFound } from '~/features/members/web/dj-not-found'
import { DjPage } from '~/features/members/web/dj-page'
import { createDjStructuredData } from '~/features/members/web/dj-structured-data'
import { getDjPaperStock } from '~/features/members/web/dj-cover'
import { djQuery } from '~/features/members/web/queries'
import { formatMoney } from '~/lib/money'
import { serializeJsonLd } from '~/lib/json-ld'
import { MessageButton } from '~/features/chat/web/direct/message-button'
import { ReportPerson } from '~/features/chat/web/report/report-person'
import { ConnectButton } from '~/features/network/web/connect-button'
import { relationQuery } from '~/features/network/web/queries'
import { isExcludedFromMembersArea, checkIsExcludedFromMembersArea } from './-app-shell/members-area'
import { resolveOrThrowNotFound } from './-frame/not-found-errors'
import { createPageHead, createPrivateHead } from './-frame/page-head'
import { SiteNav } from './-frame/site-nav'

export const Route = createFileRoute('/dj/$id')({
  // The page renders the bar itself, because its paper is known only with the DJ.
  staticData: { frame: { nav: 'none' } },
  validateSearch: ({ book }: Record<string, unknown>): { book?: string | undefined } => ({
    book: parseBookParam(book),
  }),
  loader: async ({ context: { queryClient }, params: { id }, location }) => {
    const book = parseBookParam(new URLSearchParams(location.searchStr).get('book'))
    const day = book === undefined || book === 'any' ? undefined : book
    const [dj, reviews, month, { publicUrl }] = await Promise.all([
      resolveOrThrowNotFound(queryClient.ensureQueryData(djQuery(id))),
      // The page works without its reviews, which show their own error.
      queryClient.ensureInfiniteQueryData(reviewsQuery(id)).catch(() => undefined),
      loadMonthToOpen(queryClient, id, { day, now: new Date() }),
      queryClient.ensureQueryData(siteAddressQuery()),
      loadRelation(queryClient, id),
    ])
    const url = `${publicUrl}/dj/${dj.id}`
    const { rating = null, count = 0 } = reviews?.pages[0] ?? {}
    const [firstSentences = ''] = (dj.bio ?? '').split('\n')
    const facts = [dj.genres.join(', '), dj.location].filter(Boolean).join(', ')
    return {
      title: dj.name,
      summary: firstSentences.slice(0, 200) || `${dj.name}${facts ? `: ${facts}` : ''}`,
      url,
      month,
      isPublic: dj.isPublic,
      schema: serializeJsonLd(createDjStructuredData(dj, url, { rating, count })),
    }
  },
  head: ({ match, loaderData }) => {
    if (!loaderData) return createPrivateHead(match, 'DJ not found')
    const { title, summary, url, schema, isPublic } = loaderData
    const image = { url: `${url}/card.png`, alt: `${title} on ${match.context.site.name}` }
    const head = createPageHead(match, { title, description: summary, url, image })
    if (!isPublic) return { meta: [...head.meta, { name: 'robots', content: 'noindex' }] }
    return { ...head, scripts: [{ type: 'application/ld+json', children: schema }] }
  },
  notFoundComponent: NotFoundRoute,
  component: DjRoute,
})

/**
 * Loads the viewer and, if it is another person, their relation to the DJ. If that fails, the Connect button loads it
 * itself.
 */
async function loadRelation(queryClient: QueryClient, id: string): Promise<void> {
  const me = await queryClient.ensureQueryData(meQuery())
  if (await checkIsExcludedFromMembersArea(queryClient, me)) return
  if (me !== null && me.id !== id) await queryClient.prefetchQuery(relationQuery(id))
}

function DjRoute() {
  const { id } = Route.useParams()
  const { month } = Route.useLoaderData()
  const { book } = Route.useSearch()
  const { data: dj } = useSuspenseQuery(djQuery(id))
  const { data: me } = useSuspenseQuery(meQuery())
  const { site } = Route.useRouteContext()
  const isOut = isExcludedFromMembersArea(me, site)
  const open = useBookDialog(isOut)
  const stock = getDjPaperStock(dj)
  const day = book === 'any' ? undefined : book
  return (
    <DjPage
      key={dj.id}
      dj={dj}
      isSignedIn={me !== null}
      nav={<SiteNav me={me} sheet={stock} hasOwnAction />}
      actions={
        <>
          <BookNowButton onPress={() => open.show('any')} />
          {isOut ? (
            <LinkButton to="/dashboard/members-only" search={{ next: `/dj/${id}` }} size="lg" icon={UserPlus}>
              Connect
            </LinkButton>
          ) : (
            <ReportPerson personId={dj.id} name={dj.name}>
              {(report) => (
                <ConnectButton
                  personId={dj.id}
                  name={dj.name}
                  isSignedIn={me !== null}
                  size="lg"
                  whenConnected={<MessageButton personId={dj.id} name={dj.name} size="lg" />}
                  onReport={report}
                />
              )}
            </ReportPerson>
          )}
          <BookNow
            dj={{
              id: dj.id,
              name: dj.name,
              rateCents: dj.rateCents,
              depositPercent: dj.depositPercent,
              stock,
            }}
            month={month}
            readerId={me?.id ?? null}
            book={isOut ? undefined : book}
            onClose={open.hide}
            onSignIn={open.signIn}
            onOpenBooking={open.leaveTo}
          />
        </>
      }
      availability={
        <AvailabilityMonth
          djId={dj.id}
          month={month}
          day={day}
          note={
            dj.rateCents === null
              ? 'Rate on request'
              : `${formatMoney(dj.rateCents, 'USD').replace(/\.00$/u, '')} per event`
          }
          onBook={dj.isSelf ? undefined : open.show}
        >
          {dj.isSelf && (
            <>
              <p className="small muted">This is what others see of your calendar.</p>
              <AnchorButton href="/dashboard/bookings">Open calendar</AnchorButton>
            </>
          )}
        </AvailabilityMonth>
      }
      reviews={<ReviewList personId={dj.id} />}
    />
  )
}

/** The dialog is in the URL, so it survives sign-in, a reload and a phone's back button. */
function useBookDialog(isOut: boolean) {
  const { id } = Route.useParams()
  const navigate = Route.useNavigate()
  const router = useRouter()
  const hasPushed = useRef(false)
  return {
    show: (book: string) => {
      // Sends people without access to the instructions first. After becoming members they return to the dialog.
      if (isOut) {
        const next = `/dj/${id}?book=${book}`
        void navigate({ to: '/dashboard/members-only', search: { next } })
        return
      }
      hasPushed.current = true
      void navigate({ search: { book }, resetScroll: false })
    },
    // Goes back, so that closing leaves no extra history entry.
    hide: () => {
      if (hasPushed.current) router.history.back()
      else void navigate({ search: { book: undefined }, replace: true, resetScroll: false })
      hasPushed.current = false
    },
    signIn: (day: string) => {
      const next = `/dj/${id}?book=${day || 'any'}`
      void navigate({ to: '/auth', search: { tab: 'sign-in', next } })
    },
    leaveTo: (bookingId: string) => router.history.push(`/dashboard/bookings/${bookingId}`),
  }
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
