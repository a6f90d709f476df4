import { decideAccess } from '~/platform/rpc/access'
import { accessErrors } from '~/platform/rpc/access-errors'
import { createErrorResponse } from './http-response'
import type { RawRoute } from './raw-routes'

/** Adds the access check to a route. A caller without access gets an error, and `handle` isn't called. */
export function guardRawRoute(route: RawRoute, isMembersAreaOpen: () => Promise<boolean>): RawRoute {
  if (route.access === 'public') return route
  return {
    ...route,
    async handle(request) {
      const decision = await decideAccess(route.access, await request.scope.caller(), isMembersAreaOpen)
      if (decision === 'allowed') return route.handle(request)
      const { status, code, message } = accessErrors[decision]
      return createErrorResponse(status, code, message)
    },
  }
}
