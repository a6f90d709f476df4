import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Sender } from './create-sender'

const LOG_DAYS = 30
const DAY_MS = 86_400_000
/** Rows deleted per statement. */
const BATCH = 1000

/** Registers the periodic tasks of webhooks. Call before the jobs start. */
export function registerWebhookJobs({
  db,
  jobs,
  webhookSender,
}: {
  db: Database
  jobs: Pick<Jobs, 'every'>
  webhookSender: Pick<Sender, 'send'>
}): void {
  jobs.every(1, 'send webhooks', () => webhookSender.send(), 5)
  jobs.every(3600, 'delete old webhook deliveries', () => deleteOldDeliveries(db, new Date()))
}

/** Deletes messages after 30 days. Returns how many. */
export async function deleteOldDeliveries(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - LOG_DAYS * DAY_MS)
  for (let total = 0; ;) {
    const { rows } = await sql`
      delete from webhook_deliveries where id in (
        select id from webhook_deliveries where created_at < ${before}::timestamptz order by created_at limit ${BATCH})
      returning id`.execute(db)
    total += rows.length
    if (rows.length < BATCH) return total
  }
}
