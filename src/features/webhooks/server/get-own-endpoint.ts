import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { Database, Transaction } from '~/database/connect'
import type { WebhookEndpoints } from '~/database/schema'
import { isId } from '~/lib/ids'
import type { endpoint } from '../contract'
import { refuse } from './refused-error'

type EndpointRow = Selectable<WebhookEndpoints>

interface OwnEndpoint {
  id: string
  userId: string
}

/** Returns an endpoint of the caller. `lock` locks it until the transaction ends. @throws NOT_FOUND */
export async function getOwnEndpoint(
  db: Database | Transaction,
  { id, userId }: OwnEndpoint,
  { lock = false } = {},
): Promise<EndpointRow> {
  if (!isId(id)) throw refuse('NOT_FOUND')
  const row = await db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .$if(lock, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  if (row === undefined) throw refuse('NOT_FOUND')
  return row
}

/**
 * Returns and locks an endpoint of the caller, and refuses an endpoint that is off. @throws NOT_FOUND, WEBHOOK_OFF
 */
export async function lockActiveEndpoint(trx: Transaction, own: OwnEndpoint): Promise<EndpointRow> {
  const row = await getOwnEndpoint(trx, own, { lock: true })
  if (row.disabled_at !== null) throw refuse('WEBHOOK_OFF')
  return row
}

export function toEndpoint(row: EndpointRow): z.input<typeof endpoint> {
  return {
    id: row.id,
    url: row.url,
    // The cast is safe, because the contract validates kinds before they are stored.
    kinds: row.kinds as z.input<typeof endpoint>['kinds'],
    createdAt: row.created_at,
    failingSince: row.failing_since,
    disabledAt: row.disabled_at,
    disabledReason: row.disabled_reason as z.input<typeof endpoint>['disabledReason'],
  }
}
