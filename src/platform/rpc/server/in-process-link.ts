import {
  type AnyRouter,
  createProcedureClient,
  getRouter,
  isProcedure,
  ORPCError,
  unlazy,
} from '@orpc/server'
import { findScope, type RequestScope } from '~/platform/http/request-scope'
import { withSpan } from '~/platform/telemetry/tracing'
import type { CallContext } from '../context'
import type { Link } from '../link'
import { translateError } from './translate-error'

/**
 * Creates the link for pages rendered on the server. It runs handlers directly, as the person of the request, with one
 * context and one lookup of the caller per request.
 */
export function createInProcessLink(
  router: AnyRouter,
  createContext: (scope: RequestScope) => Promise<CallContext>,
): Link {
  const contexts = new WeakMap<RequestScope, Promise<CallContext>>()

  return {
    async call(path, input, options) {
      const scope = findScope()
      if (!scope) throw new Error(`${path.join('.')} was called outside a request`)
      const { default: procedure } = await unlazy(getRouter(router, path))
      if (!isProcedure(procedure)) throw new Error(`There is no call ${path.join('.')}`)
      let context = contexts.get(scope)
      if (!context) {
        context = createContext(scope)
        contexts.set(scope, context)
      }
      const resolved = await context
      const client = createProcedureClient(procedure, { path, context: { ...resolved } })
      try {
        const { signal } = options
        return await withSpan(path.join('.'), {}, async () => client(input, signal ? { signal } : {}))
      } catch (error) {
        if (error instanceof ORPCError && (error.status === 400 || error.status === 429))
          scope.refused = { status: error.status, retryAfterSeconds: error.data?.retryAfterSeconds }
        throw error instanceof ORPCError ? translateError(error) : error
      }
    },
  }
}
