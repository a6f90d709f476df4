import { type RawBuilder, sql } from 'kysely'
import type { Database } from '~/database/connect'

const LOG_DAYS = 30
/**
 * The maximum number of messages per endpoint, applied separately to waiting messages and to all others. Beyond that,
 * the oldest are deleted.
 */
const MAX_PER_ENDPOINT = 10_000
const DAY_MS = 86_400_000
/** The number of rows that one statement deletes. */
const BATCH = 10_000

/**
 * Deletes messages after 30 days, those of removed endpoints, and all but the newest 10,000 of each endpoint. This
 * limit keeps a person who saves an event every second from filling the table. Waiting messages have their own limit,
 * so that sent messages don't displace them. Returns the number of deleted messages.
 */
export async function purgeDeliveries(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - LOG_DAYS * DAY_MS)
  const old = sql`select id from webhook_deliveries where created_at < ${before}::timestamptz order by created_at`
  const orphans = sql`
    select d.id from webhook_deliveries d where not exists (select from webhook_endpoints w where w.id = d.endpoint_id)`
  const excess = (isWaiting: boolean) => sql`
    select d.id from webhook_endpoints w
    cross join lateral (
      select x.created_at, x.id from webhook_deliveries x
      where x.endpoint_id = w.id and (x.next_attempt_at is not null) = ${isWaiting}
      order by x.created_at desc, x.id desc offset ${MAX_PER_ENDPOINT} limit 1
    ) first
    join webhook_deliveries d on d.endpoint_id = w.id and (d.created_at, d.id) <= (first.created_at, first.id)
      and (d.next_attempt_at is not null) = ${isWaiting}`
  let total = 0
  for (const ids of [old, orphans, excess(false), excess(true)]) total += await deleteInBatches(db, ids)
  return total
}

async function deleteInBatches(db: Database, ids: RawBuilder<unknown>): Promise<number> {
  for (let total = 0; ;) {
    const { numAffectedRows = 0n } = await sql`
      delete from webhook_deliveries where id in (${ids} limit ${BATCH})`.execute(db)
    total += Number(numAffectedRows)
    if (numAffectedRows < BATCH) return total
  }
}
