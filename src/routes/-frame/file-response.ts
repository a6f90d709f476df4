import { createHash } from 'node:crypto'
import { TooBusy } from '~/lib/bounded-cache'

type File = {
  type: string
  /** Everything the bytes depend on. Its hash is the ETag, so an unchanged file is neither generated nor sent. */
  version: string
  maxAgeSeconds: number
  name?: string
  body: () => Promise<BodyInit> | BodyInit
}

/** Returns a file with its ETag and Cache-Control; 304 if unchanged; 503 when `body` throws TooBusy. */
export async function createFileResponse(request: Request, file: File): Promise<Response> {
  const etag = `"${createHash('sha256').update(file.version).digest('base64url').slice(0, 22)}"`
  const headers = new Headers({
    etag,
    'content-type': file.type,
    'cache-control': `public, max-age=${file.maxAgeSeconds}, stale-while-revalidate=${file.maxAgeSeconds}`,
  })
  if (file.name) headers.set('content-disposition', `inline; filename="${file.name}"`)
  if (isEtagKnown(request.headers.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers })
  try {
    return new Response(await file.body(), { headers })
  } catch (error) {
    if (!(error instanceof TooBusy)) throw error
    const busy = createTextResponse(503, 'The server is busy creating files. Try again in a few seconds.')
    busy.headers.set('retry-after', '3')
    return busy
  }
}

// Returns whether the browser has this file. Compressing proxies turn the ETag into a weak one (W/"…"), which is the
// same file.
function isEtagKnown(header: string | null, etag: string): boolean {
  return (header ?? '')
    .split(',')
    .some((tag) => tag.trim().replace(/^W\//u, '') === etag || tag.trim() === '*')
}

export function createTextResponse(status: number, text: string): Response {
  return new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
