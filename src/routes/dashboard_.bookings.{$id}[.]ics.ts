import { createFileRoute } from '@tanstack/react-router'
import { bookings } from '~/features/bookings/web/queries'
import { hasCode } from '~/platform/rpc/errors'
import { feedAnswer } from './-feeds/feed-answer'
import { textAnswer } from './-frame/file-answer'
import { isMissing } from './-frame/or-not-found'

export const Route = createFileRoute('/dashboard_/bookings/{$id}.ics')({
  server: {
    handlers: {
      GET: async ({ request, params: { id } }) => {
        try {
          return feedAnswer(request, await bookings.calendarFile.call({ id }))
        } catch (error) {
          if (isMissing(error)) return textAnswer(404, 'Booking not found')
          if (hasCode(error, 'UNAUTHORIZED')) return textAnswer(401, 'Sign in to see this.')
          if (hasCode(error, 'MEMBERS_ONLY')) return textAnswer(403, 'This is for members only.')
          throw error
        }
      },
    },
  },
})
