import type { Jobs } from '~/platform/jobs/jobs'
import type { Limits } from '~/platform/limits/limits'
import type { Live } from '~/platform/live/live'
import type { MailServices } from './context'
import type { TicketingMails } from './jobs'
import { mayMailTickets } from './may-mail-tickets'

/**
 * What customers are told about their orders. Templates, fonts and the PDF writer are half of what a start would load, and are
 * loaded with the first mail instead.
 */
export function createTicketingMails(
  services: MailServices & {
    jobs: Pick<Jobs, 'enqueue'>
    limits: Pick<Limits, 'consume' | 'reset'>
    live: Pick<Live, 'publish'>
    secret: string
  },
): TicketingMails {
  return {
    sendTickets: async (orderId) => {
      if (await mayMailTickets(services, orderId))
        await (await import('./send-tickets')).sendTickets(services, orderId)
    },
    sendRefundNotice: async (orderId) =>
      (await import('./send-refund-notice')).sendRefundNotice(services, orderId),
    mailTransfer: async (transferId) =>
      (await import('./transfers/mail-transfer')).mailTransfer(services, transferId),
    mailTransferTaken: async (transferId) =>
      (await import('./transfers/mail-transfer')).mailTransferTaken(services, transferId),
    tellOffered: async (entryId) => (await import('./waitlist/tell-offered')).tellOffered(services, entryId),
    deliverMessage: async (messageId) =>
      (await import('./people/deliver-message')).deliverMessage(services, messageId),
    tellHolder: async (told) => (await import('./night/tell-holder')).tellHolder(services, told),
    tellRefund: async (told) => (await import('./refunds/tell-refund')).tellRefund(services, told),
  }
}
