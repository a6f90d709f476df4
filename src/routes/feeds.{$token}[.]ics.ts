import { createFileRoute } from '@tanstack/react-router'
import { bookings } from '~/features/bookings/web/queries'
import { feedAnswer } from './-feeds/feed-answer'
import { textAnswer } from './-frame/file-answer'
import { isMissing } from './-frame/or-not-found'

export const Route = createFileRoute('/feeds/{$token}.ics')({
  server: {
    handlers: {
      GET: async ({ request, params: { token } }) => {
        try {
          return feedAnswer(request, await bookings.feedFile.call({ token }))
        } catch (error) {
          if (isMissing(error)) return textAnswer(404, 'Calendar not found')
          throw error
        }
      },
    },
  },
})
