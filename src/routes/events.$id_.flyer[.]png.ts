import { createFileRoute } from '@tanstack/react-router'
import { createSharedFlyerPng } from '~/design/flyer/server/shared-flyer-png'
import { formatStart } from '~/features/events/web/format-start-and-venue'
import { events } from '~/features/events/web/queries'
import { createFileResponse, createTextResponse } from './-frame/file-response'
import { isMissingResource } from './-frame/not-found-errors'

const size = { width: 1200, height: 630 }
// Bump when the drawing changes, so that cached pictures are replaced.
const DRAWING = 1

export const Route = createFileRoute('/events/$id_/flyer.png')({
  server: {
    handlers: {
      GET: async ({ request, params: { id } }) => {
        try {
          const event = await events.get.call({ id })
          const start = formatStart(event)
          return await createFileResponse(request, {
            type: 'image/png',
            version: JSON.stringify([DRAWING, size, event.title, start.both]),
            maxAgeSeconds: 3600,
            body: async () =>
              new Uint8Array(
                await createSharedFlyerPng(event.title, { ...size, meta: [start.day, start.clock] }),
              ),
          })
        } catch (error) {
          if (isMissingResource(error)) return createTextResponse(404, 'Event not found')
          throw error
        }
      },
    },
  },
})
