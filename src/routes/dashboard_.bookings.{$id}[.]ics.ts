import { createFileRoute } from '@tanstack/react-router'
import { bookings } from '~/features/bookings/web/queries'
import { hasErrorCode } from '~/platform/rpc/errors'
import { createFeedResponse } from './-feeds/feed-response'
import { createTextResponse } from './-frame/file-response'
import { isMissingResource } from './-frame/not-found-errors'

export const Route = createFileRoute('/dashboard_/bookings/{$id}.ics')({
  server: {
    handlers: {
      GET: async ({ request, params: { id } }) => {
        try {
          return createFeedResponse(request, await bookings.calendarFile.call({ id }))
        } catch (error) {
          if (isMissingResource(error)) return createTextResponse(404, 'Booking not found')
          if (hasErrorCode(error, 'UNAUTHORIZED')) return createTextResponse(401, 'Sign in to see this.')
          if (hasErrorCode(error, 'MEMBERS_ONLY')) return createTextResponse(403, 'This is for members only.')
          throw error
        }
      },
    },
  },
})
