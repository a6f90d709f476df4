import { notifyHoldersJob } from '~/features/events/server/public'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Live } from '~/platform/live/live'
import type { EmailServices } from '../context'
import { endOrdersAfterCancellation } from './end-orders-after-cancellation'
import { notifyHolderJob, type NotifyHolder, notifyHolders } from './notify-holders'

// Lazy import: email templates are loaded with the first email.
const importHolderEmails = () => import('./notify-holder')

/** Registers the jobs that notify ticket holders of a changed event. */
export function registerEventChangeJobs(
  services: EmailServices & { jobs: Jobs; live: Pick<Live, 'publish'> },
): void {
  const { db, jobs } = services
  jobs.work<{ eventId: string; byId?: string }>(notifyHoldersJob, (notified) =>
    notifyHolders(services, notified),
  )
  // Sends one email at a time, in a few milliseconds each, so that twenty thousand don't slow down the sale of
  // another event.
  let last: Promise<void> = Promise.resolve()
  jobs.work<NotifyHolder>(notifyHolderJob, (notified) => {
    const emailed = last.then(async () => (await importHolderEmails()).notifyHolder(services, notified))
    last = emailed.catch(() => undefined)
    return emailed
  })
  jobs.every(30, 'end late orders of cancelled events', () => endOrdersAfterCancellation(db, jobs))
}
