import type { PlannedEvent, PlannedTicketType } from './events'
import type { SeedPromoCode } from './texts/desk'
import type { SeedOrder } from './texts/orders'

export interface PlannedOrder {
  /** Null for the crowd, whose accounts are not part of the demo: the books balance, the list of users stays short. */
  customerId: string | null
  buyerName: string
  buyerEmail: string
  event: PlannedEvent
  items: { type: PlannedTicketType; quantity: number }[]
  status: SeedOrder['status']
  createdAt: Date
  /** One entry per seat, in the order of the items: when it was scanned, or null. */
  checkIns: (Date | null)[]
  declinedFirst: boolean
  refundReason: string
  /** Given by the organizer: nothing was to pay. */
  isGift: boolean
  code: SeedPromoCode | null
  /** Where the buyer came from. */
  source: string | null
}
