import { createHash } from 'node:crypto'
import { createFileRoute } from '@tanstack/react-router'
import { bookings } from '~/features/bookings/web/queries'
import { textAnswer } from './-frame/file-answer'
import { isMissing } from './-frame/or-not-found'

/** A member's calendar at an address that only they know: never in a cache that others share, never in a search engine. */
export const Route = createFileRoute('/feeds/{$token}.ics')({
  server: {
    handlers: {
      GET: async ({ request, params: { token } }) => {
        try {
          const { text, changedAt } = await bookings.feedFile.call({ token })
          return feedAnswer(request, text, new Date(changedAt))
        } catch (error) {
          if (isMissing(error)) return textAnswer(404, 'Calendar not found')
          throw error
        }
      },
    },
  },
})

function feedAnswer(request: Request, text: string, changedAt: Date): Response {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  const headers = new Headers({
    etag,
    'last-modified': changedAt.toUTCString(),
    'cache-control': 'private, no-cache',
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': 'inline; filename="back-to-back.ics"',
    'x-robots-tag': 'noindex',
  })
  return isKnown(request.headers, etag)
    ? new Response(null, { status: 304, headers })
    : new Response(text, { headers })
}

// By the tag alone: what leaves the calendar, such as a hold that was let go, makes nothing in it newer.
function isKnown(headers: Headers, etag: string): boolean {
  const tags = (headers.get('if-none-match') ?? '').split(',')
  return tags.some((tag) => tag.trim().replace(/^W\//u, '') === etag)
}
