import { createFileRoute } from '@tanstack/react-router'
import { events } from '~/features/events/web/queries'
import { createKept } from '~/lib/kept'
import { fileAnswer } from './-frame/file-answer'

// The same for everyone, so it is made once for all who ask within two seconds.
const calendar = createKept(() => events.calendar.call(), 2_000, Date.now)

/** A calendar to subscribe to. */
export const Route = createFileRoute('/events.ics')({
  server: {
    handlers: {
      GET: async ({ request }) => {
        const { text } = await calendar.read()
        return fileAnswer(request, {
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
