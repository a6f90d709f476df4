import { type WaitlistOffered, waitlistOfferedJob } from '~/features/orders/server/public'
import type { Jobs } from '~/platform/jobs/jobs'
import type { Limits } from '~/platform/limits/limits'
import type { Live } from '~/platform/live/live'
import { sendMessageJob, type SendMessage } from './attendees/message-job'
import type { MailServices } from './context'
import { registerEventChangeJobs } from './event-changes/jobs'
import { mayMailTickets } from './mail/may-mail-tickets'
import { type TransferJob, transferMailJob, transferTakenJob } from './transfers/job-names'

export type TicketJobServices = MailServices & {
  jobs: Jobs
  limits: Pick<Limits, 'consume' | 'reset'>
  live: Pick<Live, 'publish'>
  /** Signs the links of tickets that are transferred. */
  secret: string
}

// Templates, fonts and the PDF writer are half of what a start would load, and are loaded with the first email instead.
const ticketEmails = () => import('./mail/send-tickets')
const transferEmails = () => import('./transfers/mail-transfer')
const offerEmails = () => import('./waitlist/notify-offer')
const messageEmails = () => import('./attendees/deliver-message')

/** Registers the background work of tickets, mostly emails to ticket holders. Call before the jobs start. */
export function registerTicketJobs(services: TicketJobServices): void {
  const { jobs } = services
  jobs.work<{ orderId: string }>(
    'tickets.confirmed',
    async ({ orderId }) => {
      if (await mayMailTickets(services, orderId)) await (await ticketEmails()).sendTickets(services, orderId)
    },
    {
      // 10,000 orders in about four and a half minutes, which leaves enough CPU to sell tickets.
      pace: { atOnce: 8, perSecond: 39 },
    },
  )
  jobs.work<TransferJob>(transferMailJob, async ({ transferId }) =>
    (await transferEmails()).mailTransfer(services, transferId),
  )
  jobs.work<TransferJob>(transferTakenJob, async ({ transferId }) =>
    (await transferEmails()).mailTransferTaken(services, transferId),
  )
  jobs.work<WaitlistOffered>(waitlistOfferedJob, async ({ entryId }) =>
    (await offerEmails()).notifyOffer(services, entryId),
  )
  jobs.work<SendMessage>(sendMessageJob, async ({ messageId }) =>
    (await messageEmails()).deliverMessage(services, messageId),
  )
  registerEventChangeJobs(services)
}
