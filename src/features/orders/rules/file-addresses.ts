// The paths of the API contract, used for links in pages and by other programs.

export const getTicketFilePath = (ticketId: string): string => `/api/v1/tickets/${ticketId}/ticket.pdf`
export const getOrderTicketsPath = (orderId: string): string => `/api/v1/orders/${orderId}/tickets.pdf`
export const getReceiptPath = (orderId: string): string => `/api/v1/orders/${orderId}/receipt.pdf`
