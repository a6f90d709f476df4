import { createFileRoute } from '@tanstack/react-router'
import { bookings } from '~/features/bookings/web/queries'
import { createFeedResponse } from './-feeds/feed-response'
import { createTextResponse } from './-frame/file-response'
import { isMissingResource } from './-frame/not-found-errors'

export const Route = createFileRoute('/feeds/{$token}.ics')({
  server: {
    handlers: {
      GET: async ({ request, params: { token } }) => {
        try {
          return createFeedResponse(request, await bookings.feedFile.call({ token }))
        } catch (error) {
          if (isMissingResource(error)) return createTextResponse(404, 'Calendar not found')
          throw error
        }
      },
    },
  },
})
