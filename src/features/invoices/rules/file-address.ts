/** Returns the path of the API contract, used for links in pages and by other programs. */
export const getInvoicePath = (invoiceId: string): string => `/api/v1/invoices/${invoiceId}/invoice.pdf`
