import type { Currency } from '~/lib/currency'
import { formatMoney } from '~/lib/money'
import { formatRejection } from './refund-state'

export interface RejectedRefund {
  amountCents: number
  currency: Currency
  method: string | null
  rejection: string | null
  orderNumber: string
  /** The email address at which people can contact the site; null if none is set. */
  contactAddress: string | null
}

/** Returns the sentences about a refund that a bank rejected, for the page and the email of its buyer. */
export function describeRejection(refund: RejectedRefund): string {
  const { amountCents, method, rejection } = refund
  return `${formatMoney(amountCents, refund.currency)} couldn’t be paid to your ${method ?? 'payment method'}, because ${formatRejection(rejection)}. ${describeHeldAmount(refund)}`
}

/** Returns sentences about an amount that couldn't be refunded: who has the money now, and what the buyer can do. */
export function describeHeldAmount({
  contactAddress,
  orderNumber,
}: Pick<RejectedRefund, 'contactAddress' | 'orderNumber'>): string {
  return contactAddress === null
    ? 'We hold the amount for you, and our team was notified. You don’t need to do anything now.'
    : `We hold the amount for you, and our team was notified. Write to ${contactAddress} if you want it paid another way, and name order ${orderNumber}.`
}
