import { type WaitlistOffered, waitlistOfferedJob } from '~/features/orders/server/public'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Limits } from '~/platform/limits/limits'
import type { Live } from '~/platform/live/live'
import { sendMessageJob, type SendMessage } from './attendees/message-job'
import type { EmailServices } from './context'
import { registerEventChangeJobs } from './event-changes/jobs'
import { canEmailTickets } from './email/can-email-tickets'
import { type TransferJob, transferEmailJob, transferAcceptedJob } from './transfers/job-names'

export type TicketJobServices = EmailServices & {
  jobs: Jobs
  limits: Pick<Limits, 'consume' | 'reset'>
  live: Pick<Live, 'publish'>
  secret: string
}

// Lazy imports: templates, fonts and the PDF writer are half of the code that a start would load.
const importTicketEmails = () => import('./email/send-tickets')
const transferEmails = () => import('./transfers/email-transfer')
const offerEmails = () => import('./waitlist/notify-offer')
const importMessageEmails = () => import('./attendees/deliver-message')

/** Registers the jobs of the tickets feature, mostly emails to ticket holders. Call it before the job runner starts. */
export function registerTicketJobs(services: TicketJobServices): void {
  const { jobs } = services
  jobs.work<{ orderId: string }>(
    'tickets.confirmed',
    async ({ orderId }) => {
      if (await canEmailTickets(services, orderId))
        await (await importTicketEmails()).sendTickets(services, orderId)
    },
    {
      // 10,000 orders take about four and a half minutes, which leaves enough CPU to sell tickets.
      pace: { atOnce: 8, perSecond: 39 },
    },
  )
  jobs.work<TransferJob>(transferEmailJob, async ({ transferId }) =>
    (await transferEmails()).sendTransferEmail(services, transferId),
  )
  jobs.work<TransferJob>(transferAcceptedJob, async ({ transferId }) =>
    (await transferEmails()).sendTransferAcceptedEmail(services, transferId),
  )
  jobs.work<WaitlistOffered>(waitlistOfferedJob, async ({ entryId }) =>
    (await offerEmails()).notifyOffer(services, entryId),
  )
  jobs.work<SendMessage>(sendMessageJob, async ({ messageId }) =>
    (await importMessageEmails()).deliverMessage(services, messageId),
  )
  registerEventChangeJobs(services)
}
