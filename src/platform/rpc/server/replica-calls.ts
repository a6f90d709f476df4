import type { AnyContractProcedure } from '@orpc/contract'
import { type AnyRouter, traverseContractProcedures } from '@orpc/server'
import { z } from 'zod'
import type { CallMeta } from '~/platform/rpc/contract'

// Fields of stock and permissions, in cards of events, ticket types, orders and accounts.
const PRIMARY_FIELDS = /"(available|ticketTypes|quantity\w*|roles|access\w*)":/

/**
 * Lists the calls that declare to read the replica, which may be two seconds behind. Only these `features` can have any.
 * @throws Error if such a call writes, or shows stock or permissions
 */
export function listReplicaCalls(calls: AnyRouter, features: readonly string[]): string[] {
  const names: string[] = []
  traverseContractProcedures({ router: calls, path: [] }, ({ contract, path }) => {
    const { reads }: CallMeta = contract['~orpc'].meta
    if (reads !== 'replica') return
    const problem = features.includes(path[0] ?? '')
      ? findProblem(contract)
      : `${path[0]} decides about stock, money or permissions`
    if (problem) throw new Error(`The call ${path.join('.')} can't read the replica: ${problem}.`)
    names.push(path.join('.'))
  })
  return names
}

function findProblem(contract: AnyContractProcedure): string | undefined {
  const { route, outputSchema } = contract['~orpc']
  if (route.method !== 'GET') return 'it can write'
  if (!(outputSchema instanceof z.ZodType)) return 'its response has no schema'
  const fields = JSON.stringify(z.toJSONSchema(outputSchema, { io: 'input', unrepresentable: 'any' }))
  const field = PRIMARY_FIELDS.exec(fields)?.[1]
  return field === undefined ? undefined : `it shows ${field}`
}
