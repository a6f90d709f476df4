/** The job that emails the buyer about refunded tickets, or with `userId` a ticket holder. */
export const notifyRefundJob = 'orders.tickets_refunded'
export interface NotifyRefund {
  orderId: string
  ticketIds: string[]
  cents: number
  reason: string
  by: 'holder' | 'organizer'
  userId?: string
}
