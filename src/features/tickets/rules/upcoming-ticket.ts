type TicketStatus = 'valid' | 'cancelled' | 'refunded'

/** C-03: a ticket is upcoming while it is valid and its event has not started, or has no new date yet. */
export function isUpcoming(
  ticket: { status: TicketStatus; eventDate: Date; isDateOpen: boolean },
  now: Date,
): boolean {
  return ticket.status === 'valid' && (ticket.isDateOpen || ticket.eventDate.getTime() >= now.getTime())
}
