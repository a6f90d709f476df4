import { createHash } from 'node:crypto'

/**
 * A calendar at an address that only its owner knows: no cache that others share keeps it, no search engine lists it. Asked
 * again with its ETag, it answers 304. By the tag alone: what leaves a calendar, such as a hold that was let go, makes nothing
 * in it newer, so that a date could say that nothing changed.
 */
export function feedAnswer(
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
