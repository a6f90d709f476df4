/** Returns the path of an invoice's PDF in the API. Pages link to it, and other programs use it too. */
export const getInvoicePath = (invoiceId: string): string => `/api/v1/invoices/${invoiceId}/invoice.pdf`
