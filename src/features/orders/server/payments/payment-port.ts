/** A provider's report of one payment; `reference` is ours, from `createReference`. */
export interface ApprovedPayment {
  reference: string
  /** The amount actually paid, according to the provider. */
  amountCents: number
}

/**
 * A payment provider. It never changes an order: its reports go through `settle`, which honors a payment once however
 * often it is reported.
 */
export interface PaymentPort {
  provider: 'sandbox' | 'none'
  /**
   * Returns a reference for a new payment. It is stored before the customer reaches the payment page, and the provider
   * hears of the payment only when they pay there. So a slow provider never delays the batch of other buyers.
   */
  createReference(amountCents: number): string
  /** Returns the path of the payment page. */
  toPagePath(reference: string): string
  /** Lists approved payments that were never reported to us; repeated until acknowledged. */
  listApproved(limit: number): Promise<ApprovedPayment[]>
  acknowledge(references: readonly string[]): Promise<void>
  /** Refunds a payment and returns the provider's reference. Idempotent by `refundId`. */
  refund(refund: { refundId: string; reference: string; amountCents: number }): Promise<string>
}
