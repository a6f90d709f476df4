import type { PayeePort } from '~/features/payees/server/public'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Logger } from '~/platform/log/log'
import type { SettlementServices } from './context'
import { notifyUncovered } from './settlement/notify-uncovered'
import { notifyReady, sendReminders } from './settlement/notify-waiting'
import { adjustShares } from './transfers/adjust-shares'
import { releaseFees } from './transfers/release-fees'
import { returnDeposits } from './transfers/return-deposits'
import { sendTransfers } from './transfers/send-transfers'

/** Registers the jobs of the settlements feature. Call it before the job runner starts. */
export function registerSettlementJobs(
  services: SettlementServices & {
    jobs: Pick<Jobs, 'every'>
    payees: PayeePort | undefined
    log: Logger
  },
): void {
  const { jobs } = services
  const timed = { ...services, now: () => new Date() }
  jobs.every(10, 'send transfers', () => sendTransfers(services), 12)
  jobs.every(60, 'adjust settled shares', () => adjustShares(timed))
  jobs.every(10, 'return deposits', () => returnDeposits(services), 12)
  jobs.every(60, 'release guaranteed fees', () => releaseFees(timed))
  jobs.every(300, 'notify of ready settlements', () => notifyReady(timed))
  jobs.every(300, 'notify of uncovered fees', () => notifyUncovered(timed))
  jobs.every(300, 'remind of settlements', () => sendReminders(timed))
}
