import { createHash } from 'node:crypto'

/**
 * Responds with a calendar at a secret URL, which shared caches must not store and search engines must not list.
 * Answers 304 by the ETag only. It ignores `If-Modified-Since`: when an entry disappears, such as a released hold of
 * a date, no remaining entry is newer.
 */
export function createFeedResponse(
  request: Request,
  { text, changedAt }: { text: string; changedAt: string },
): Response {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  const headers = new Headers({
    etag,
    'last-modified': new Date(changedAt).toUTCString(),
    'cache-control': 'private, no-cache',
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': 'inline; filename="back-to-back.ics"',
    'x-robots-tag': 'noindex',
  })
  const tags = (request.headers.get('if-none-match') ?? '').split(',')
  const isKnown = tags.some((tag) => tag.trim().replace(/^W\//u, '') === etag)
  return isKnown ? new Response(null, { status: 304, headers }) : new Response(text, { headers })
}
