import { createHash } from 'node:crypto'

type File = {
  type: string
  /** Everything that the bytes depend on: its hash is the ETag, so that an unchanged file is neither made nor sent. */
  version: string
  maxAgeSeconds: number
  name?: string
  body: () => Promise<BodyInit> | BodyInit
}

/** A made file with ETag and Cache-Control; 304 when the reader has it. */
export async function fileAnswer(request: Request, file: File): Promise<Response> {
  const etag = `"${createHash('sha256').update(file.version).digest('base64url').slice(0, 22)}"`
  const headers = new Headers({
    etag,
    'content-type': file.type,
    'cache-control': `public, max-age=${file.maxAgeSeconds}, stale-while-revalidate=${file.maxAgeSeconds}`,
  })
  if (file.name) headers.set('content-disposition', `inline; filename="${file.name}"`)
  if (isKnown(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  return new Response(await file.body(), { headers })
}

// Proxies that compress weaken the tag: W/"…" of the same value is the same file.
function isKnown(header: string | null, etag: string): boolean {
  return (header ?? '')
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//u, '') === etag || tag.trim() === '*')
}

export function textAnswer(status: number, text: string): Response {
  return new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
