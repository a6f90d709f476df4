import type { Database } from '~/database/connect'
import { tellHoldersJob } from '~/features/events/server/public'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Live } from '~/platform/live/live'
import { tellRefundJob, type TellRefund } from '../refunds/tell-refund-job'
import { endLateOrders } from './late-orders'
import { refundCancelled } from './refund-cancelled'
import { tellHolderJob, type TellHolder, tellHolders } from './tell-holders'

export interface NightMails {
  /** The night is cancelled (their money goes back with it), moved, dated or changed. */
  tellHolder(told: TellHolder): Promise<void>
  /** Tickets went back, and the money for them. */
  tellRefund(told: TellRefund): Promise<void>
}

/** What becomes of a night reaches whoever holds its tickets. */
export function registerNightJobs(
  services: { db: Database; jobs: Jobs; live: Pick<Live, 'publish'> },
  mails: NightMails,
): void {
  const { db, jobs } = services
  jobs.work<{ eventId: string; byId?: string }>(tellHoldersJob, (told) => tellHolders(services, told))
  // Twenty thousand of them must not be in the way of whoever buys at another night: one at a time, each a few milliseconds.
  let last: Promise<void> = Promise.resolve()
  jobs.work<TellHolder>(tellHolderJob, (told) => {
    const mailed = last.then(() => mails.tellHolder(told))
    last = mailed.catch(() => undefined)
    return mailed
  })
  jobs.work<TellRefund>(tellRefundJob, (told) => mails.tellRefund(told))
  jobs.every(10, 'refund cancelled nights', () => refundCancelled(db))
  jobs.every(30, 'end late orders of cancelled nights', () => endLateOrders(db, jobs))
}
