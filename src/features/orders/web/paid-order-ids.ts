import type { OrderSummary } from '../contract'

/** Returns the orders of a page of the history that cost money, which have invoices. */
export const listPaidOrderIds = (orders: readonly OrderSummary[]): string[] =>
  orders.filter(({ hasReceipt, totalCents }) => hasReceipt && totalCents > 0).map(({ id }) => id)
