import { createFileRoute } from '@tanstack/react-router'
import { events } from '~/features/events/web/queries'
import { createFileResponse, createTextResponse } from './-frame/file-response'
import { isMissingResource } from './-frame/not-found-errors'

export const Route = createFileRoute('/events/{$id}.ics')({
  server: {
    handlers: {
      GET: async ({ request, params: { id } }) => {
        try {
          const { text } = await events.eventCalendar.call({ id })
          return await createFileResponse(request, {
            type: 'text/calendar; charset=utf-8',
            version: text,
            maxAgeSeconds: 300,
            name: 'event.ics',
            body: () => text,
          })
        } catch (error) {
          if (isMissingResource(error)) return createTextResponse(404, 'Event not found')
          throw error
        }
      },
    },
  },
})
