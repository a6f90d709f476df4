import { hash } from 'node:crypto'

export function createWeakEtag(content: string): string {
  return `W/"${hash('sha256', content, 'base64url').slice(0, 22)}"`
}

/** Whether If-None-Match contains this weak ETag; a proxy may have removed the `W/`. */
export function hasEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.slice(2))
}
