import { isId } from '~/lib/ids'
import { createCachedRead, type CachedRead } from '~/lib/cached-read'
import { type HttpResponse, createJsonResponse, createErrorResponse } from '~/platform/http/http-response'
import type { RawRoute } from '~/platform/http/raw-routes'
import { findAvailability } from './availability'
import type { OrderServices } from './context'

const MAX_AGE_SECONDS = 2
const MAX_EVENTS = 1_000

/**
 * Serves `GET /events/{id}/stock`: the available tickets of each listed type, by its id. Every open event page polls
 * it, so the response is the same for all callers and is cached here and by proxies.
 */
export function createStockRoute(
  { db }: Pick<OrderServices, 'db'>,
  now: () => Date = () => new Date(),
): RawRoute {
  const cached = new Map<string, CachedRead<HttpResponse>>()

  async function createStockResponse(eventId: string): Promise<HttpResponse> {
    const found = await findAvailability({ db, now }, eventId)
    if (!found) return notFound
    const response = createJsonResponse(
      200,
      Object.fromEntries(found.types.map(({ id, remaining }) => [id, remaining])),
    )
    response.headers['cache-control'] = `public, max-age=${MAX_AGE_SECONDS}`
    return response
  }

  return {
    methods: ['GET'],
    path: /^\/events\/(?<id>[^/]+)\/stock$/,
    kind: 'rest',
    access: 'public',
    async handle({ params: { id = '' } }) {
      if (!isId(id)) return notFound
      const entry =
        cached.get(id) ??
        createCachedRead(
          () => createStockResponse(id),
          MAX_AGE_SECONDS * 1_000,
          () => now().getTime(),
        )
      cached.delete(id)
      cached.set(id, entry)
      const [oldest] = cached.keys()
      if (cached.size > MAX_EVENTS && oldest !== undefined) cached.delete(oldest)
      return entry.read()
    },
  }
}

const notFound = createErrorResponse(404, 'NOT_FOUND', 'Event not found')
