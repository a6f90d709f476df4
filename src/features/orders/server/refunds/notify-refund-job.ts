/** One email about refunded tickets: to the buyer, or with `userId` to the holder. */
export const notifyRefundJob = 'orders.tickets_refunded'
export interface NotifyRefund {
  orderId: string
  ticketIds: string[]
  cents: number
  reason: string
  by: 'holder' | 'organizer'
  userId?: string
}
