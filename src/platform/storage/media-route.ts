import { createErrorResponse } from '~/platform/http/http-response'
import type { RawRoute } from '~/platform/http/raw-routes'
import type { MediaStorage } from './media-storage'

/** Serves `GET /media/<key>` from any storage, so that pages need to trust no other host. */
export function createMediaRoute(storage: Pick<MediaStorage, 'get'>): RawRoute {
  return {
    methods: ['GET'],
    path: /^\/media\/(?<key>.+)$/,
    kind: 'static',
    access: 'public',
    async handle({ params }) {
      const file = await storage.get(params['key'] ?? '')
      if (!file)
        return createErrorResponse(404, 'NOT_FOUND', 'This picture doesn’t exist. It may have been replaced.')
      return {
        status: 200,
        headers: {
          'content-type': file.contentType,
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
          // Opened directly, an uploaded file may load and run nothing.
          'content-security-policy': "default-src 'none'; sandbox",
        },
        body: file.bytes,
      }
    },
  }
}
