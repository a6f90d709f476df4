import { createErrorResponse } from '~/platform/http/http-response'
import type { RawRoute } from '~/platform/http/raw-routes'
import type { MediaStorage } from './media-storage'

/** Serves `GET /media/<key>` from any storage, so that pages don't have to trust another host. */
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
          // A proxy caches it for only a day, so that a removed picture disappears from the proxy.
          'cache-control': 'public, max-age=31536000, s-maxage=86400, immutable',
          'x-content-type-options': 'nosniff',
          // An uploaded file that is opened directly must not load or run anything.
          'content-security-policy': "default-src 'none'; sandbox",
        },
        body: file.bytes,
      }
    },
  }
}
