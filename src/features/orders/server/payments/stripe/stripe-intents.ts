import type { Stripe } from 'stripe'
import type { ProviderPayment } from '../payment-port'

/** `latest_charge` has to be expanded for the method of payment. */
export function toProviderPayment(intent: Stripe.PaymentIntent): ProviderPayment {
  const { status, last_payment_error: error } = intent
  if (status === 'succeeded')
    return { status: 'approved', amountCents: intent.amount_received, method: describeMethod(intent) }
  if (status === 'processing') return { status: 'processing' }
  if (status === 'canceled') return { status: 'cancelled' }
  if (status === 'requires_payment_method' && error !== null)
    return { status: 'declined', reason: error.message ?? 'Your bank declined the payment.' }
  return { status: 'open' }
}

const BRANDS: Readonly<Record<string, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
}

/** Returns the method of payment after “your”, such as `Visa ending 4242`; undefined if Stripe doesn't say. */
function describeMethod({ latest_charge: charge }: Stripe.PaymentIntent): string | undefined {
  const details = charge !== null && typeof charge === 'object' ? charge.payment_method_details : null
  const { card, sepa_debit: debit } = details ?? {}
  if (card?.last4) return `${BRANDS[card.brand ?? ''] ?? 'card'} ending ${card.last4}`
  return debit?.last4 ? `bank account ending ${debit.last4}` : undefined
}
