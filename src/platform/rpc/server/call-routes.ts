import { type AnyRouter, traverseContractProcedures } from '@orpc/server'

let routes: ReadonlyMap<string, string> = new Map()

/** Stores the method and path of each call at startup, for `findCallRoute`. */
export function registerCallRoutes(router: AnyRouter): void {
  const found = new Map<string, string>()
  traverseContractProcedures({ router, path: [] }, ({ contract, path }) => {
    const { method, path: address } = contract['~orpc'].route
    if (method && address) found.set(path.join('.'), `${method} ${address}`)
  })
  routes = found
}

/** Finds the method and path of a call, such as `GET /me/events` of `events.dashboard.listOwn`. */
export function findCallRoute(name: string): string | undefined {
  return routes.get(name)
}
