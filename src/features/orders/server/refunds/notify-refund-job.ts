/** One mail about tickets that went back: to whoever paid, or with `userId` to whoever held them. */
export const notifyRefundJob = 'tickets.went_back'
export interface NotifyRefund {
  orderId: string
  ticketIds: string[]
  cents: number
  /** A whole sentence. */
  reason: string
  /** Who gave them back: the holder on their own, or the event's organizer. */
  by: 'holder' | 'organizer'
  userId?: string
}
