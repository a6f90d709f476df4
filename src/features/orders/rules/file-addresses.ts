// The paths of the API contract, used for links in pages and by other programs.

export const ticketFile = (ticketId: string): string => `/api/v1/tickets/${ticketId}/ticket.pdf`
export const orderTicketsFile = (orderId: string): string => `/api/v1/orders/${orderId}/tickets.pdf`
export const receiptFile = (orderId: string): string => `/api/v1/orders/${orderId}/receipt.pdf`
