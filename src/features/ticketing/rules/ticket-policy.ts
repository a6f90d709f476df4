import type { OrderStatus } from './order-state'

/** The one condition under which an order or ticket exists for a person. Queries carry it in their WHERE. */
export function isOwn(thing: { customerId: string | null }, callerId: string): boolean {
  return thing.customerId === callerId
}

export type TicketStatus = 'valid' | 'cancelled' | 'refunded'

/** C-03: upcoming is a valid ticket for an event that has not begun; all else is past. */
export function isUpcoming(ticket: { status: TicketStatus; eventDate: Date }, now: Date): boolean {
  return ticket.status === 'valid' && ticket.eventDate.getTime() >= now.getTime()
}

/** A receipt is for money that was taken, even where it went back. */
export function hasReceipt(status: OrderStatus): boolean {
  return status === 'confirmed' || status === 'refunded'
}
