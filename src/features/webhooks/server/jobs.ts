import type { Database } from '~/database/connect'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Sender } from './create-sender'
import { purgeDeliveries } from './purge-deliveries'

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
  jobs.every(1, 'send webhooks', () => webhookSender.send(), 30)
  jobs.every(3600, 'delete old webhook deliveries', () => purgeDeliveries(db, new Date()))
}
