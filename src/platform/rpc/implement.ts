import { type ErrorMap, ValidationError, type AnyContractRouter } from '@orpc/contract'
import {
  implement,
  type ImplementerInternalWithMiddlewares,
  ORPCError,
  os,
  traverseContractProcedures,
} from '@orpc/server'
import { TooBusy } from '~/lib/bounded-cache'
import { z } from 'zod'
import { isDatabaseUnavailable, RETRY_AFTER_SECONDS } from '~/lib/database-unavailable'
import { updateSpan } from '~/platform/telemetry/tracing'
import { decideAccess } from './access'
import type { CallContext } from './context'
import type { CallMeta } from './contract'
import { decideScope, type Scope } from './scopes'
import { toFieldProblems } from './field-problems'
import { accessErrors } from './access-errors'
import { RefusedError } from './refused-error'
import { baseSentences, formatUnexpectedError } from './error-messages'
import { findUnknownFields } from './unknown-fields'

type ContractTree = { [name: string]: AnyContractRouter }

const isClosed = () => Promise.resolve(false)

// Runs before the input is validated, so that callers without access learn nothing from validation messages.
const guard = os
  .$context<CallContext>()
  .$meta<CallMeta>({})
  .middleware(async ({ context, next, procedure, path }, input) => {
    const { meta, route, inputSchema, errorMap } = procedure['~orpc']
    const { access } = meta
    updateSpan({ name: path.join('.') })
    if (!access) throw new Error(`${path.join('.')} does not declare who may call it`)
    try {
      await checkKey(context, path.join('.'), meta.scope)
      const decision = await decideAccess(access, context.caller, context.isMembersAreaOpen ?? isClosed)
      if (decision !== 'allowed') {
        const { code, status, message } = accessErrors[decision]
        throw new ORPCError(code, { status, message })
      }
      const unknown =
        context.refusesUnknownFields === true && inputSchema instanceof z.ZodType
          ? findUnknownFields(inputSchema, input)
          : []
      if (unknown.length > 0)
        throw new ORPCError('BAD_REQUEST', { message: baseSentences.BAD_REQUEST, data: { fields: unknown } })
      const replica = meta.reads === 'replica' ? context.findReplica?.() : undefined
      if (replica) {
        try {
          return await next({ context: replica })
        } catch (error) {
          // After any error, the call reads the primary: even a refusal may be wrong, because the replica may lack a
          // new row.
          if (!(error instanceof ORPCError || error instanceof RefusedError))
            context.log.warn({ err: error, call: path.join('.') }, 'a read of the replica failed')
        }
      }
      const result = await next()
      if (route.method !== 'GET' && meta.isUnseenWrite !== true) context.noteWrite?.()
      return result
    } catch (error) {
      const isRefused = error instanceof RefusedError
      throw toClientError(isRefused ? toDeclaredError(error, errorMap, path) : error, context, path)
    }
  })

/**
 * Checks the API key of a request that has one: first the key, then its scopes.
 * @throws INVALID_API_KEY, API_KEY_NOT_ACCEPTED or SCOPE_REQUIRED
 */
async function checkKey(context: CallContext, name: string, scope: Scope | undefined): Promise<void> {
  const { authorizeKey, caller, responseHeaders } = context
  const decision = caller?.apiKey && decideScope(scope, caller.apiKey.scopes)
  await authorizeKey?.({ name, isInScope: decision === 'allowed' })
  if (decision === undefined || decision === 'allowed') return
  if (decision === 'not_accepted')
    throw new ORPCError('API_KEY_NOT_ACCEPTED', { status: 403, message: baseSentences.API_KEY_NOT_ACCEPTED })
  responseHeaders.set('www-authenticate', `Bearer error="insufficient_scope", scope="${scope}"`)
  throw new ORPCError('SCOPE_REQUIRED', {
    status: 403,
    message: baseSentences.SCOPE_REQUIRED,
    data: { scope },
  })
}

/** Returns the refusal with the status and message that the contract declares. An undeclared refusal is a bug. */
function toDeclaredError(
  { code, data, sentence }: RefusedError,
  errors: ErrorMap,
  path: readonly string[],
): Error {
  const declared = errors[code]
  if (!declared) return new Error(`${path.join('.')} was refused with ${code}, which its contract lacks`)
  return new ORPCError(code, {
    defined: true,
    status: declared.status ?? 400,
    message: sentence ?? declared.message ?? code,
    data,
  })
}

const BUSY = 'The site is busy. Try again in a few seconds.'

function toClientError(error: unknown, context: CallContext, path: readonly string[]): unknown {
  if (error instanceof ORPCError) {
    if (error.code === 'BAD_REQUEST' && error.cause instanceof ValidationError) {
      const fields = toFieldProblems(error.cause.issues)
      return new ORPCError('BAD_REQUEST', { message: baseSentences.BAD_REQUEST, data: { fields } })
    }
    if (error.status < 500) return error
  }
  const about = { err: error, call: path.join('.'), requestId: context.requestId }
  if (isDatabaseUnavailable(error)) {
    context.log.warn(about, 'call failed: the database is unavailable')
    context.responseHeaders.set('retry-after', String(RETRY_AFTER_SECONDS))
    return new ORPCError('SERVICE_UNAVAILABLE', { status: 503, message: baseSentences.SERVICE_UNAVAILABLE })
  }
  if (error instanceof TooBusy) {
    logBusyResponse(context, path)
    context.responseHeaders.set('retry-after', String(RETRY_AFTER_SECONDS))
    return new ORPCError('SERVICE_UNAVAILABLE', { status: 503, message: BUSY })
  }
  // These are expected: another service is down, or too many requests came at the same time.
  if (error instanceof ORPCError && error.code !== 'INTERNAL_SERVER_ERROR') {
    context.log.warn(about, 'call refused for now')
    return error
  }
  context.log.error(about, 'call failed')
  return new ORPCError('INTERNAL_SERVER_ERROR', { message: formatUnexpectedError(context.requestId) })
}

const BUSY_LOG_MS = 1_000
let busyLoggedAt = 0

/** Logs at most one line a second, without a stack, because under load the log would grow with each refusal. */
function logBusyResponse({ log, now, requestId }: CallContext, path: readonly string[]): void {
  const at = now().getTime()
  if (Math.abs(at - busyLoggedAt) < BUSY_LOG_MS) return
  busyLoggedAt = at
  log.warn({ call: path.join('.'), requestId }, 'call refused: too many of its kind are in progress')
}

/**
 * Binds a contract to its handlers: `const calls = implementCalls<Context>()(contract)`, then `calls.router({ list:
 * calls.list.handler(({ context, input, errors }) => …) })`. Each call checks the access in its meta. Throws at startup
 * if a call declares none.
 */
export function implementCalls<Context extends CallContext>() {
  return <Contract extends ContractTree>(contract: Contract) => {
    traverseContractProcedures({ router: contract, path: [] }, ({ contract: procedure, path }) => {
      const meta: CallMeta = procedure['~orpc'].meta
      if (!meta.access) throw new Error(`The call ${path.join('.')} does not declare who may call it`)
    })
    const calls = implement<ContractTree, CallContext>(contract).use(guard)
    // oRPC finds the type of .use from the contract, which is impossible while the contract is a type parameter.
    return calls as unknown as ImplementerInternalWithMiddlewares<Contract, Context, Context>
  }
}
