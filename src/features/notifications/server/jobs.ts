import type { Database } from '~/database/connect'
import { sql } from 'kysely'
import type { NotificationsServices } from './context'
import { emailNotificationJob } from './public'

const RETENTION_DAYS = 90
const BATCH = 1000
const MAX_BATCHES = 20

/** Registers the jobs that email notifications and delete old read ones. Call before the jobs start. */
export function registerNotificationsJobs(services: NotificationsServices): void {
  const { db, jobs } = services
  // Loads the template and its renderer with the first email, because they would double the start time of the
  // process.
  jobs.work<{ id: string }>(emailNotificationJob, async ({ id }) => {
    const { sendNotificationEmail } = await import('./send-notification-email')
    await sendNotificationEmail(services, id, new Date())
  })
  jobs.every(3600, 'delete old notifications', () => deleteReadNotifications(db, new Date()))
}

/**
 * Deletes notifications that were read long ago, in batches, so that no statement holds locks for long. Returns the
 * number of deleted notifications.
 */
export async function deleteReadNotifications(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - RETENTION_DAYS * 24 * 60 * 60 * 1000)
  let forgotten = 0
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const { numAffectedRows = 0n } = await sql`
      delete from notifications where id in (
        select id from notifications where read_at < ${before} order by read_at limit ${BATCH} for update skip locked)
    `.execute(db)
    forgotten += Number(numAffectedRows)
    if (numAffectedRows < BATCH) break
  }
  return forgotten
}
