import { decideAccess, type MembersArea } from '~/platform/rpc/access'
import { refusals } from '~/platform/rpc/refusals'
import { problemAnswer } from './answer'
import type { RawRoute } from './raw-routes'

/** The route as its policy says: who may not use it is told so, and `handle` never hears of them. */
export function guardRawRoute(route: RawRoute, readMembersArea: () => Promise<MembersArea>): RawRoute {
  if (route.access === 'public') return route
  return {
    ...route,
    async handle(request) {
      const decision = await decideAccess(route.access, await request.scope.caller(), readMembersArea)
      if (decision === 'allowed') return route.handle(request)
      const { status, code, message } = refusals[decision]
      return problemAnswer(status, code, message)
    },
  }
}
