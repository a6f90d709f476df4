import { createFileRoute, redirect } from '@tanstack/react-router'
import { requireSignedIn } from '~/features/identity/web/guards'
import { useSignOut } from '~/features/identity/web/use-sign-out'
import { clearCheckIns } from '~/features/check-in/web/clear-check-in'
import { CheckInPage } from '~/features/check-in/web/check-in-page'
import { getCheckInEvent } from '~/features/check-in/web/get-check-in-event'
import { isMember } from '~/platform/rpc/access'
import { resolveOrThrowNotFound } from './-frame/not-found-errors'
import { createPrivateHead } from './-frame/page-head'

/** The check-in page of an event. People without access get a not-found page. */
export const Route = createFileRoute('/dashboard_/events/$id/check-in')({
  staticData: { frame: { nav: 'none', footer: false } },
  beforeLoad: async (options) => {
    // Loads this page as a new document, because only its own document has the security policy for the code scanner
    // and the worker for offline use.
    if (typeof window !== 'undefined' && options.cause === 'enter')
      throw redirect({ href: options.location.href, reloadDocument: true })
    return { me: await requireSignedIn(options) }
  },
  loader: ({ params: { id } }) => resolveOrThrowNotFound(getCheckInEvent(id)),
  head: ({ match, loaderData, params: { id } }) => {
    const { meta } = createPrivateHead(
      match,
      loaderData ? `Check-in for ${loaderData.event.title}` : 'Check-in',
    )
    return {
      meta: [...meta, { name: 'theme-color', content: '#151410' }],
      links: [{ rel: 'manifest', href: `/dashboard/events/${id}/check-in.webmanifest` }],
    }
  },
  component: CheckInRoute,
})

function CheckInRoute() {
  const { id } = Route.useParams()
  const { me } = Route.useRouteContext()
  const { event, counts } = Route.useLoaderData()
  const { signOut } = useSignOut()
  return (
    <CheckInPage
      eventId={id}
      person={{ id: me.id, name: me.fullName }}
      event={event}
      counts={counts}
      back={isMember(me.roles) ? '/dashboard/events' : '/customer/dashboard'}
      onSignOut={() => void clearCheckIns().finally(signOut)}
    />
  )
}
