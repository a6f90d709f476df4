import type { PlannedEvent, PlannedTicketType } from './events'
import type { SeedPromoCode } from './texts/event-activity'
import type { SeedOrder } from './texts/orders'

export interface PlannedOrder {
  /** Null for anonymous buyers, who have no demo accounts, so that the list of users stays short. */
  customerId: string | null
  buyerName: string
  buyerEmail: string
  event: PlannedEvent
  items: { type: PlannedTicketType; quantity: number }[]
  status: SeedOrder['status']
  createdAt: Date
  /** One entry per seat, in the order of the items: scan time or null. */
  checkIns: (Date | null)[]
  declinedFirst: boolean
  refundReason: string
  /** Complimentary tickets from the organizer. */
  isGift: boolean
  code: SeedPromoCode | null
  /** Traffic source of the buyer. */
  source: string | null
}
