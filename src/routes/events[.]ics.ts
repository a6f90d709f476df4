import { createFileRoute } from '@tanstack/react-router'
import { events } from '~/features/events/web/queries'
import { createCachedRead } from '~/lib/cached-read'
import { createFileResponse } from './-frame/file-response'

// The same for all visitors, so it is generated once for requests within two seconds.
const calendar = createCachedRead(() => events.calendar.call(), 2_000, Date.now)

export const Route = createFileRoute('/events.ics')({
  server: {
    handlers: {
      GET: async ({ request }) => {
        const { text } = await calendar.read()
        return createFileResponse(request, {
          type: 'text/calendar; charset=utf-8',
          version: text,
          maxAgeSeconds: 300,
          name: 'back-to-back.ics',
          body: () => text,
        })
      },
    },
  },
})
