import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { notify } from '~/design/toast'
import { PreviewStrip } from '~/features/events/web/dashboard/preview/preview-strip'
import { draftQuery, previewQuery } from '~/features/events/web/dashboard/event-queries'
import { DraftNotFound } from '~/features/events/web/dashboard/edit/draft-placeholders'
import { EventPage } from '~/features/events/web/event-page'
import { siteQuery } from '~/features/settings/web/queries'
import { findClosedReason } from '~/features/orders/web/closed-reason'
import type { Selection } from '~/features/orders/web/selection-search'
import { TicketPanel } from '~/features/orders/web/ticket-panel'
import { useOfferedTypes } from '~/features/orders/web/use-offered-types'
import { requireMembersArea } from './-app-shell/members-area'
import { resolveOrThrowNotFound } from './-frame/not-found-errors'
import { createPrivateHead } from './-frame/page-head'
import { ScreenFailed } from './-app-shell/screen-failed'

/** Outside the members' layout, because visitors have no sidebar. */
export const Route = createFileRoute('/dashboard_/events/$id/preview')({
  staticData: { frame: { hasOwnAction: true } },
  beforeLoad: requireMembersArea,
  loader: async ({ context: { queryClient }, params: { id } }) => {
    // Always refetched: the event has just been changed.
    const [{ title }] = await Promise.all([
      resolveOrThrowNotFound(queryClient.fetchQuery({ ...previewQuery(id), staleTime: 0 })),
      resolveOrThrowNotFound(queryClient.ensureQueryData(draftQuery(id))),
      queryClient.ensureQueryData(siteQuery()),
    ])
    return { title }
  },
  head: ({ match, loaderData }) =>
    createPrivateHead(match, loaderData ? `Preview of ${loaderData.title}` : 'Preview'),
  notFoundComponent: () => (
    <main className="page-width" id="main">
      <DraftNotFound />
    </main>
  ),
  errorComponent: ScreenFailed,
  component: PreviewRoute,
})

function PreviewRoute() {
  const { id } = Route.useParams()
  const { data: event } = useSuspenseQuery(previewQuery(id))
  const { data: draft } = useSuspenseQuery(draftQuery(id))
  const { data: site } = useSuspenseQuery(siteQuery())
  const [selection, setSelection] = useState<Selection>({})
  const [codes, setCodes] = useState<string>()
  const ticketTypes = useOfferedTypes(event)
  return (
    <>
      <PreviewStrip event={draft} />
      <EventPage
        event={event}
        tickets={
          <TicketPanel
            key={id}
            eventId={id}
            ticketTypes={ticketTypes}
            selection={selection}
            onSelect={setSelection}
            timezone={event.timezone}
            codes={codes}
            onCodes={setCodes}
            terms={{ ...site, currency: event.currency, tax: { mode: event.taxMode, ratePpm: event.taxPpm } }}
            closedReason={findClosedReason(event)}
            // In the preview, everything works except the last step: getting the tickets.
            isSignedIn={false}
            onSignIn={() => notify.info('This is a preview. You can’t buy tickets here.')}
            onReserved={() => undefined}
          />
        }
      />
    </>
  )
}
