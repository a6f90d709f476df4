import type { AnyContractRouter, AnySchema, ErrorMapItem, InferContractRouterErrorMap } from '@orpc/contract'
import type { z } from 'zod'

/**
 * An expected refusal that a use case throws. The call responds with the status and message that its contract declares
 * for the code, so two calls can have different messages for the same refusal.
 */
export class RefusedError extends Error {
  readonly code: string
  readonly data: unknown
  /** Replaces the message that the contract declares. */
  readonly sentence: string | undefined

  constructor(code: string, { data, message }: { data?: unknown; message?: string } = {}) {
    super(message ?? code)
    this.name = 'RefusedError'
    this.code = code
    this.data = data
    this.sentence = message
  }
}

type DeclaredCode<Errors> = Errors extends unknown ? keyof Errors & string : never
type DeclaredData<Errors, Code extends string> = Errors extends { [K in Code]?: ErrorMapItem<infer Schema> }
  ? AnySchema extends Schema
    ? undefined
    : Schema extends z.ZodType
      ? z.input<Schema>
      : undefined
  : never

type Details<Data> = undefined extends Data
  ? [details?: { message?: string; data?: Data }]
  : [details: { message?: string; data: Data }]

/**
 * Creates the `refuse` of a feature from its contract: `throw refuse('LIST_FULL', { data: { room } })`. A code or data
 * that no call of the contract declares doesn't compile. In a transaction, throwing it rolls back.
 */
export function createRefusedErrorFactory<Contract extends AnyContractRouter>() {
  type Errors = InferContractRouterErrorMap<Contract>
  return <Code extends DeclaredCode<Errors>>(
    code: Code,
    ...[details]: Details<DeclaredData<Errors, Code>>
  ): RefusedError => new RefusedError(code, details)
}
