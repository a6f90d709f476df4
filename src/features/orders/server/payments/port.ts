export interface PayableOrder {
  id: string
  orderNumber: string
  totalCents: number
}

/** What a provider says about one payment; `reference` is the provider's. */
export interface ApprovedPayment {
  reference: string
  /** What was really paid, as the provider remembers it. */
  amountCents: number
}

/**
 * A payment provider. It never changes an order: it is asked, and what it says goes through `settle`, which honours a
 * payment once however often it is told.
 */
export interface PaymentPort {
  provider: 'sandbox' | 'none'
  /** Opens a payment; nothing is charged yet. The customer goes to `redirectUrl`. */
  start(order: PayableOrder): Promise<{ reference: string; redirectUrl: string }>
  /** Where a payment that was started goes on; undefined when the provider has closed it. */
  resume(reference: string): Promise<string | undefined>
  /** Payments that were approved while nobody listened; repeated until acknowledged. */
  listApproved(limit: number): Promise<ApprovedPayment[]>
  acknowledge(references: readonly string[]): Promise<void>
  /** Sends money back. `refundId` makes a repeat harmless: the same id is refunded once. Answers the provider's reference. */
  refund(refund: { refundId: string; reference: string; amountCents: number }): Promise<string>
}
