export interface PayableOrder {
  id: string
  orderNumber: string
  totalCents: number
}

/** A provider's report of one payment; `reference` is the provider's. */
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
  /** Opens a payment without charging it. The customer is sent to `redirectUrl`. */
  start(order: PayableOrder): Promise<{ reference: string; redirectUrl: string }>
  /** Returns the page of a started payment; undefined when the provider has closed it. */
  resume(reference: string): Promise<string | undefined>
  /** Lists approved payments that were never reported to us; repeated until acknowledged. */
  listApproved(limit: number): Promise<ApprovedPayment[]>
  acknowledge(references: readonly string[]): Promise<void>
  /** Refunds a payment and returns the provider's reference. Idempotent by `refundId`. */
  refund(refund: { refundId: string; reference: string; amountCents: number }): Promise<string>
}
