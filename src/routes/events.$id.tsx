import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'
import { eventSummary } from '~/features/events/web/event-head'
import { EventNotFound } from '~/features/events/web/event-not-found'
import { EventPage } from '~/features/events/web/event-page'
import { eventSchema } from '~/features/events/web/event-schema'
import { eventQuery, siteQuery } from '~/features/events/web/queries'
import { jsonLd } from '~/lib/json-ld'
import { hasCode } from '~/platform/rpc/errors'
import { pageHead } from './-frame/page-head'

const FEE_BASIS_POINTS = 1000

export const Route = createFileRoute('/events/$id')({
  staticData: { frame: { hasOwnAction: true } },
  loader: async ({ context: { queryClient }, params: { id } }) => {
    try {
      const [event, { publicUrl }] = await Promise.all([
        queryClient.ensureQueryData(eventQuery(id)),
        queryClient.ensureQueryData(siteQuery()),
      ])
      const url = `${publicUrl}/events/${event.id}`
      return {
        title: event.title,
        summary: eventSummary(event),
        url,
        schema: jsonLd(eventSchema(event, url, FEE_BASIS_POINTS)),
      }
    } catch (error) {
      if (hasCode(error, 'NOT_FOUND') || hasCode(error, 'BAD_REQUEST')) throw notFound()
      throw error
    }
  },
  head: ({ loaderData }) => {
    if (!loaderData)
      return {
        meta: [{ title: 'Event not found — Back to Back' }, { name: 'robots', content: 'noindex' }],
      }
    const { title, summary, url, schema } = loaderData
    const image = { url: `${url}/flyer.png`, alt: `Flyer of ${title}` }
    return {
      ...pageHead({ title, description: summary, url, image, type: 'article' }),
      scripts: [{ type: 'application/ld+json', children: schema }],
    }
  },
  notFoundComponent: EventNotFound,
  component: EventRoute,
})

function EventRoute() {
  const { id } = Route.useParams()
  const { data: event } = useSuspenseQuery(eventQuery(id))
  return <EventPage event={event} />
}
