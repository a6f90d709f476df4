// The same addresses serve the pages' links and other programs, so the contract's paths stand here once.

export const ticketFile = (ticketId: string): string => `/api/v1/tickets/${ticketId}/ticket.pdf`
/** All valid tickets of an order in one file. */
export const orderTicketsFile = (orderId: string): string => `/api/v1/orders/${orderId}/tickets.pdf`
export const receiptFile = (orderId: string): string => `/api/v1/orders/${orderId}/receipt.pdf`
