import { sql } from 'kysely'
import type { z } from 'zod'
import { createTimePageClauses } from '~/database/time-page-clauses'
import { isId } from '~/lib/ids'
import { readTimePage } from '~/lib/list-page'
import { requireCaller } from '~/platform/rpc/context'
import type { delivery } from '../contract'
import { TEST_KIND } from '../rules/webhook-kind'
import type { Context } from './context'
import { isReserved } from './claim-deliveries'
import { getOwnEndpoint, lockActiveEndpoint } from './get-own-endpoint'
import { refuse } from './refused-error'

type Delivery = z.input<typeof delivery>

/** The maximum number of test messages and replays together that a person can send in ten minutes. */
const MANUAL_LIMIT = { points: 30, seconds: 600 }

/** Lists the messages of an endpoint, newest first. @throws NOT_FOUND */
export async function listDeliveries(
  context: Pick<Context, 'caller' | 'db'>,
  { id, after, limit }: { id: string; after?: string | undefined; limit: number },
): Promise<{ deliveries: Delivery[]; nextCursor: string | null }> {
  await getOwnEndpoint(context.db, { id, userId: requireCaller(context).id })
  const { shown, nextCursor } = await readTimePage({ after }, limit, async (start, most) => {
    const page = createTimePageClauses('d', start, [sql`d.endpoint_id = ${id}::uuid`])
    const { rows } = await sql<Delivery & { micros: number }>`
      select d.id, d.kind, d.created_at as "createdAt", d.attempts, d.last_attempt_at as "lastAttemptAt", d.next_attempt_at as "nextAttemptAt",
        d.last_status as "lastStatus", d.last_problem as "lastProblem", ${page.micros} as micros,
        case when d.delivered_at is not null then 'delivered' when d.failed_at is not null then 'failed' else 'waiting' end as state
      from webhook_deliveries d where ${page.where} order by ${page.order} limit ${most}`.execute(context.db)
    return rows
  })
  return { deliveries: shown, nextCursor }
}

/**
 * Sends a test message, so that a member can try their receiver. @throws NOT_FOUND, WEBHOOK_OFF, TOO_MANY_REQUESTS
 */
export async function sendTest(
  context: Pick<Context, 'caller' | 'db' | 'limits'>,
  id: string,
): Promise<string> {
  const { id: userId } = requireCaller(context)
  await context.limits.consume('webhook_manual', userId, MANUAL_LIMIT)
  const row = await context.db.transaction().execute(async (trx) => {
    await lockActiveEndpoint(trx, { id, userId })
    return trx
      .insertInto('webhook_deliveries')
      .values({ endpoint_id: id, kind: TEST_KIND, payload: '{}' })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
  return row.id
}

/**
 * Sends a message again immediately, with the same id and body. Refuses a message that waits for its first attempt,
 * because that attempt is due anyway.
 * @throws NOT_FOUND, WEBHOOK_OFF, STILL_WAITING, TOO_MANY_REQUESTS
 */
export async function replayDelivery(
  context: Pick<Context, 'caller' | 'db' | 'limits' | 'now'>,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<void> {
  const { id: userId } = requireCaller(context)
  await context.limits.consume('webhook_manual', userId, MANUAL_LIMIT)
  await context.db.transaction().execute(async (trx) => {
    await lockActiveEndpoint(trx, { id, userId })
    const row = isId(deliveryId)
      ? await trx
          .selectFrom('webhook_deliveries')
          .select(['last_attempt_at', 'last_problem', 'next_attempt_at'])
          .where('id', '=', deliveryId)
          .where('endpoint_id', '=', id)
          .forNoKeyUpdate()
          .executeTakeFirst()
      : undefined
    if (row === undefined) throw refuse('NOT_FOUND')
    if (row.next_attempt_at !== null && (row.last_problem === null || isReserved(row)))
      throw refuse('STILL_WAITING')
    await trx
      .updateTable('webhook_deliveries')
      .set({
        attempts: 0,
        next_attempt_at: context.now(),
        last_status: null,
        last_problem: null,
        delivered_at: null,
        failed_at: null,
      })
      .where('id', '=', deliveryId)
      .execute()
  })
}
