import type { Stripe } from 'stripe'
import type { Parameters } from './parameters'

/** Payment methods of Stripe's test mode. */
export const CARDS = {
  pm_card_visa: 'succeeds',
  pm_card_visa_chargeDeclined: 'declined',
  pm_card_authenticationRequired: 'needs_authentication',
  /** A direct debit, which the bank answers days later. */
  pm_bank_debit: 'processes',
} as const
export type Card = keyof typeof CARDS

interface NewPaymentIntent {
  id: string
  amount: number
  currency: string
  created: number
  metadata: Stripe.Metadata
}

/** Returns a PaymentIntent of the Payment Element without a payment method. `created` is in seconds. */
export function createPaymentIntentShape(given: NewPaymentIntent): Stripe.PaymentIntent {
  return {
    ...given,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: { enabled: true },
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: `${given.id}_secret_test`,
    confirmation_method: 'automatic',
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_group: null,
  }
}

interface NewRefund {
  id: string
  amount: number
  currency: string
  created: number
  metadata: Stripe.Metadata
  payment_intent: string
  charge: string
  balance_transaction: string | null
  status: 'pending' | 'succeeded'
}

export function createRefundShape(given: NewRefund): Stripe.Refund {
  return {
    ...given,
    object: 'refund',
    customer: null,
    customer_account: null,
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    transfer_reversal: null,
  }
}

interface NewBalanceTransaction {
  id: string
  amount: number
  fee: number
  currency: string
  created: number
  source: string
  type: Stripe.BalanceTransaction.Type
}

/** `amount` and `fee` in the smallest unit; a refund has a negative amount and no fee. */
export function createBalanceTransactionShape(given: NewBalanceTransaction): Stripe.BalanceTransaction {
  return {
    ...given,
    object: 'balance_transaction',
    available_on: given.created + 2 * 86_400,
    balance_type: 'payments',
    description: null,
    exchange_rate: null,
    fee_details: [],
    net: given.amount - given.fee,
    reporting_category: given.type,
    status: 'pending',
  }
}

/** Returns a PaymentIntent as it is read: with its charge, if the call expands it. */
export function expandCharge(intent: Stripe.PaymentIntent, { expand }: Parameters): object {
  const { latest_charge: id, payment_method: method } = intent
  if (typeof expand !== 'object' || !Object.values(expand).includes('latest_charge') || id === null)
    return intent
  const details =
    method === 'pm_bank_debit'
      ? { type: 'sepa_debit', sepa_debit: { last4: '3000' } }
      : { type: 'card', card: { brand: 'visa', last4: '4242' } }
  return { ...intent, latest_charge: { id, object: 'charge', payment_method_details: details } }
}

/** Returns the changed fields of a refund to a card, once the card's bank has accepted or rejected it. */
export function toRefundOutcome(status: 'succeeded' | 'failed'): Partial<Stripe.Refund> {
  if (status === 'failed') return { status, failure_reason: 'lost_or_stolen_card' }
  const card = {
    type: 'refund',
    reference: '74102290334155',
    reference_status: 'available',
    reference_type: 'acquirer_reference_number',
  } as const
  return { status, destination_details: { type: 'card', card } }
}
