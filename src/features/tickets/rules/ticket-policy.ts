// Who may see an order or a ticket is its customer alone; every query carries that in its WHERE, so that what is
// somebody else's does not exist. Here is what they may do with it.

export type TicketStatus = 'valid' | 'cancelled' | 'refunded'

/** C-03: upcoming is a valid ticket for an event that has not begun, or whose new date is not set yet; all else is past. */
export function isUpcoming(
  ticket: { status: TicketStatus; eventDate: Date; isDateOpen: boolean },
  now: Date,
): boolean {
  return ticket.status === 'valid' && (ticket.isDateOpen || ticket.eventDate.getTime() >= now.getTime())
}
