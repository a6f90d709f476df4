import { createFileRoute } from '@tanstack/react-router'
import { events } from '~/features/events/web/queries'
import { fileAnswer } from './-frame/file-answer'

/** A calendar to subscribe to. */
export const Route = createFileRoute('/events.ics')({
  server: {
    handlers: {
      GET: async ({ request }) => {
        const { text } = await events.calendar.call()
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
