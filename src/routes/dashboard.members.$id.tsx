import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { ReviewList } from '~/features/bookings/web/reviews/review-list'
import { reviewsQuery } from '~/features/bookings/web/queries'
import { MemberNotFound, MemberPage } from '~/features/members/web/member-page'
import { memberQuery } from '~/features/members/web/queries'
import { MessageButton } from '~/features/chat/web/direct/message-button'
import { ReportPerson } from '~/features/chat/web/report/report-person'
import { ConnectButton } from '~/features/network/web/connect-button'
import { MutualConnections } from '~/features/network/web/mutual-connections'
import { relationQuery } from '~/features/network/web/queries'
import { ScreenFailed } from './-app-shell/screen-failed'
import { resolveOrThrowNotFound } from './-frame/not-found-errors'
import { createPrivateHead } from './-frame/page-head'

export const Route = createFileRoute('/dashboard/members/$id')({
  loader: async ({ context: { queryClient }, params: { id } }) => {
    // If the relation or the reviews fail to load, the rest of the page still appears.
    const around = Promise.allSettled([
      queryClient.ensureQueryData(relationQuery(id)),
      queryClient.ensureInfiniteQueryData(reviewsQuery(id)),
    ])
    const member = await resolveOrThrowNotFound(queryClient.ensureQueryData(memberQuery(id)))
    await around
    return { title: member.name }
  },
  head: ({ match, loaderData }) => createPrivateHead(match, loaderData?.title ?? 'Member not found'),
  notFoundComponent: () => <MemberNotFound />,
  errorComponent: ScreenFailed,
  component: MemberRoute,
})

function MemberRoute() {
  const { id } = Route.useParams()
  const { data: member } = useSuspenseQuery(memberQuery(id))
  return (
    <MemberPage
      key={id}
      member={member}
      actions={
        <ReportPerson personId={id} name={member.name}>
          {(report) => (
            <ConnectButton
              personId={id}
              name={member.name}
              isSignedIn
              whenConnected={<MessageButton personId={id} name={member.name} />}
              onReport={report}
            />
          )}
        </ReportPerson>
      }
      mutual={<MutualConnections personId={id} />}
      reviews={<ReviewList personId={id} />}
    />
  )
}
