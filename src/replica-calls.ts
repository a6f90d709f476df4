import { type AnyRouter, traverseContractProcedures } from '@orpc/server'
import { z } from 'zod'
import type { CallMeta } from '~/platform/rpc/contract'

// Features without stock, money or permissions.
const FEATURES = new Set(['events', 'members', 'network', 'bookings'])
// Fields of stock and permissions, in cards of events, ticket types, orders and accounts.
const PRIMARY_FIELDS = /"(available|ticketTypes|quantity\w*|roles|access\w*)":/

/**
 * Checks the calls that declare to read the replica, which may be two seconds behind.
 * @throws Error if such a call writes, or shows stock or permissions
 */
export function checkReplicaCalls(calls: AnyRouter): void {
  traverseContractProcedures({ router: calls, path: [] }, ({ contract, path }) => {
    const { meta, route, outputSchema } = contract['~orpc']
    const { reads }: CallMeta = meta
    if (reads !== 'replica') return
    const refuse = (reason: string) => {
      throw new Error(`The call ${path.join('.')} can't read the replica: ${reason}`)
    }
    if (route.method !== 'GET') refuse('it may write')
    if (!FEATURES.has(path[0] ?? '')) refuse(`${path[0]} decides about stock, money or permissions`)
    if (!(outputSchema instanceof z.ZodType)) return refuse('its response has no schema')
    const fields = JSON.stringify(z.toJSONSchema(outputSchema, { io: 'input', unrepresentable: 'any' }))
    const field = PRIMARY_FIELDS.exec(fields)?.[1]
    if (field !== undefined) refuse(`it shows ${field}`)
  })
}
