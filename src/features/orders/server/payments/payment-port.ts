/** A provider's report of one payment; `reference` is ours, from `createReference`. */
export interface ApprovedPayment {
  reference: string
  /** The amount actually paid, according to the provider. */
  amountCents: number
  /** What the buyer paid with, such as `Visa ending 4242`, if the provider says so. */
  method?: string | undefined
}

/** The current state of a payment at the provider. */
export type ProviderPayment =
  /** open: not paid yet. processing: the bank has not answered. cancelled: it can no longer be paid. */
  | { status: 'open' | 'processing' | 'cancelled' }
  | { status: 'approved'; amountCents: number; method?: string | undefined }
  /** The customer can try again. `reason` is a sentence for them. */
  | { status: 'declined'; reason: string }

/** `refundId` is the id of the refund's row in `refunds`. `reference` is our reference of the payment. */
export interface RefundRequest {
  refundId: string
  reference: string
  amountCents: number
  /**
   * Whether the refund was requested before. It is then first looked up at the provider, which recognizes a repeated
   * id for only one day.
   */
  isRepeat: boolean
}

/** What the provider took from its balance for a payment or a dispute; negative if it gave a fee back. */
export interface ProviderFee {
  /** The provider's id of the entry in its balance. */
  id: string
  kind: 'provider_fee' | 'dispute_fee'
  /** The id by which payments of this provider are found: `provider_payment_id`, or the reference in the sandbox. */
  paymentId: string
  /** In the currency of the payment. */
  feeCents: number
  createdAt: Date
}

/**
 * A payment provider. It never changes an order itself: the payments that it reports go through `settle`, which
 * honors each one only once, however often it is reported. Every call to a provider has a deadline; a call that
 * failed may still have taken effect.
 */
export interface PaymentPort {
  provider: 'sandbox' | 'stripe' | 'none'
  /**
   * Returns a reference for a new payment. It is stored before the customer reaches the payment page, and the
   * provider hears of the payment only when they pay there. So a slow provider never delays other buyers, whose
   * payments are opened in the same batch.
   */
  createReference(amountCents: number): string
  /** Returns the path of the payment page. */
  toPagePath(reference: string): string
  /** Asks the provider about a payment; undefined if it has never heard of it. */
  find(reference: string): Promise<ProviderPayment | undefined>
  /**
   * Lists approved payments that were never reported to us. Each call lists them again until they are acknowledged.
   */
  listApproved(limit: number): Promise<ApprovedPayment[]>
  acknowledge(references: readonly string[]): Promise<void>
  /**
   * Refunds a payment and returns the provider's reference. A repeated call refunds nothing more, unless the earlier
   * refund failed.
   * @throws LowBalanceError
   */
  refund(refund: RefundRequest): Promise<string>
  /** Lists the fees in the provider's balance since a time, as pages in no fixed order. */
  listFees(since: Date): AsyncIterable<ProviderFee[]>
}
