import type { MailServices } from './context'
import type { TicketingMails } from './jobs'

/**
 * What customers are told about their orders. Templates, fonts and the PDF writer are half of what a start would load, and are
 * loaded with the first mail instead.
 */
export function createTicketingMails(services: MailServices): TicketingMails {
  return {
    sendTickets: async (orderId) => (await import('./send-tickets')).sendTickets(services, orderId),
    sendRefundNotice: async (orderId) =>
      (await import('./send-refund-notice')).sendRefundNotice(services, orderId),
  }
}
