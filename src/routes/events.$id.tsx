import { useMemo, useState } from 'react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { eventSummary } from '~/features/events/web/event-head'
import { EventNotFound } from '~/features/events/web/event-not-found'
import { EventPage } from '~/features/events/web/event-page'
import { eventSchema } from '~/features/events/web/event-schema'
import { addressQuery, eventQuery } from '~/features/events/web/queries'
import { meQuery } from '~/features/identity/web/queries'
import { siteQuery } from '~/features/settings/web/queries'
import { closedBecause } from '~/features/ticketing/web/closed-because'
import { readSelection, writeSelection } from '~/features/ticketing/web/selection-search'
import { offSaleWords } from '~/features/ticketing/web/sale-window'
import { TicketPanel } from '~/features/ticketing/web/ticket-panel'
import { jsonLd } from '~/lib/json-ld'
import { orNotFound } from './-frame/or-not-found'
import { pageHead, privateHead } from './-frame/page-head'

const LONGEST_SELECTION = 800

export const Route = createFileRoute('/events/$id')({
  staticData: { frame: { hasOwnAction: true } },
  // The selection stands in the address, so that it survives signing in, a reload and the back button.
  validateSearch: ({ tickets }: Record<string, unknown>): { tickets?: string | undefined } => ({
    tickets: typeof tickets === 'string' && tickets.length <= LONGEST_SELECTION ? tickets : undefined,
  }),
  loader: async ({ context: { queryClient, site }, params: { id } }) => {
    const [event, { publicUrl }] = await Promise.all([
      orNotFound(queryClient.ensureQueryData(eventQuery(id))),
      queryClient.ensureQueryData(addressQuery()),
      queryClient.ensureQueryData(meQuery()),
    ])
    const url = `${publicUrl}/events/${event.id}`
    return {
      title: event.title,
      summary: eventSummary(event),
      url,
      schema: jsonLd(eventSchema(event, url, site.feeBasisPoints)),
    }
  },
  head: ({ match, loaderData }) => {
    if (!loaderData) return privateHead(match, 'Event not found')
    const { title, summary, url, schema } = loaderData
    const image = { url: `${url}/flyer.png`, alt: `Flyer of ${title}` }
    return {
      ...pageHead(match, { title, description: summary, url, image, type: 'article' }),
      scripts: [{ type: 'application/ld+json', children: schema }],
    }
  },
  notFoundComponent: EventNotFound,
  component: EventRoute,
})

function EventRoute() {
  const { id } = Route.useParams()
  const { data: event } = useSuspenseQuery(eventQuery(id))
  return <EventPage event={event} tickets={<Tickets event={event} />} />
}

function Tickets({ event }: Pick<ComponentProps<typeof EventPage>, 'event'>) {
  const { tickets } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: site } = useSuspenseQuery(siteQuery())
  const { data: me } = useSuspenseQuery(meQuery())
  const [now] = useState(() => Date.now())
  const ticketTypes = useMemo(
    () =>
      event.ticketTypes.map((type) => ({
        ...type,
        remaining: type.available,
        offSale: offSaleWords(type, event.timezone, now),
      })),
    [event, now],
  )
  return (
    <TicketPanel
      key={event.id}
      eventId={event.id}
      ticketTypes={ticketTypes}
      selection={readSelection(tickets)}
      onSelect={(selection) =>
        void navigate({ search: { tickets: writeSelection(selection) }, replace: true, resetScroll: false })
      }
      terms={site}
      closedBecause={closedBecause(event)}
      isSignedIn={me !== null}
      onSignIn={(selection) => {
        const next = `/events/${event.id}?tickets=${writeSelection(selection) ?? ''}`
        void navigate({ to: '/auth', search: { tab: 'sign-in', next } })
      }}
      onReserved={(orderId, seen) =>
        navigate({ to: '/checkout/$orderId', params: { orderId }, search: { seen } })
      }
    />
  )
}
