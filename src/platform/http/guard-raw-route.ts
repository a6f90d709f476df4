import { decideAccess } from '~/platform/rpc/access'
import { accessErrors } from '~/platform/rpc/access-errors'
import { createErrorResponse } from './http-response'
import type { RawRoute } from './raw-routes'

/**
 * Adds the access check to a route. A caller without access gets an error, and `handle` isn't called. Successful
 * writes, such as uploads, send `writeCookie` as a `set-cookie` header.
 */
export function guardRawRoute(
  route: RawRoute,
  isMembersAreaOpen: () => Promise<boolean>,
  writeCookie?: string,
): RawRoute {
  if (route.access === 'public') return route
  return {
    ...route,
    async handle(request) {
      const decision = await decideAccess(route.access, await request.scope.caller(), isMembersAreaOpen)
      if (decision !== 'allowed') {
        const { status, code, message } = accessErrors[decision]
        return createErrorResponse(status, code, message)
      }
      const response = await route.handle(request)
      const isWrite = request.method !== 'GET' && request.method !== 'HEAD' && response.status < 400
      if (!isWrite || writeCookie === undefined) return response
      return { ...response, headers: { 'set-cookie': writeCookie, ...response.headers } }
    },
  }
}
