import type { Database } from '~/database/connect'
import { sql } from 'kysely'
import type { NotificationsServices } from './context'
import { emailNotificationJob } from './public'

const KEPT_DAYS = 90
const BATCH = 1000
const MOST_BATCHES = 20

/** Emails what is waited for, and forgets what was read long ago. Call before the jobs start. */
export function registerNotificationsJobs(services: NotificationsServices): void {
  const { db, jobs } = services
  // The template and what renders it are loaded with the first email: they would double the time of a start.
  jobs.work<{ id: string }>(emailNotificationJob, async ({ id }) => {
    const { emailNotification } = await import('./email-notification')
    await emailNotification(services, id, new Date())
  })
  jobs.every(3600, 'forget old notices', () => forgetNotices(db, new Date()))
}

/** Deletes what was read long ago, a batch at a time, so that no statement holds its locks for long. Answers how many. */
export async function forgetNotices(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - KEPT_DAYS * 24 * 60 * 60 * 1000)
  let forgotten = 0
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const { numAffectedRows = 0n } = await sql`
      delete from notifications where id in (
        select id from notifications where read_at < ${before} order by read_at limit ${BATCH} for update skip locked)
    `.execute(db)
    forgotten += Number(numAffectedRows)
    if (numAffectedRows < BATCH) break
  }
  return forgotten
}
