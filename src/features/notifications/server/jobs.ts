import type { NotificationsServices } from './context'
import { forgetNotices } from './forget-notices'
import { mailNoticeJob } from './public'

/** Mails what is waited for, and forgets what was read long ago. Call before the jobs start. */
export function registerNotificationsJobs(services: NotificationsServices): void {
  const { db, jobs } = services
  // The template and what renders it are loaded with the first mail: they would double the time of a start.
  jobs.work<{ id: string }>(mailNoticeJob, async ({ id }) => {
    const { mailNotice } = await import('./mail-notice')
    await mailNotice(services, id, new Date())
  })
  jobs.every(3600, 'forget old notices', () => forgetNotices(db, new Date()))
}
