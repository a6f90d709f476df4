/** One email about refunded tickets: to the buyer, or with `userId` to the holder. */
export const notifyRefundJob = 'orders.tickets_refunded'
export interface NotifyRefund {
  orderId: string
  ticketIds: string[]
  cents: number
  /** A whole sentence. */
  reason: string
  /** Who refunded them: the holder, or the event's organizer. */
  by: 'holder' | 'organizer'
  userId?: string
}
