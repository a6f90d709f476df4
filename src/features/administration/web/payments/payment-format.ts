import type { BadgeTone } from '~/design/badge'
import { formatMoney } from '~/lib/money'
import type { OpenWaiver, PaymentCheck, PaymentRow, PaymentStatus } from '../../contract-payments'

export const allPaymentsPath = '/admin/payments'
export const toBookingPath = (id: string) => `/admin/bookings/${id}`
export const toPaymentPath = (reference: string) => `${allPaymentsPath}/${reference}`

export const statusLabels: Record<PaymentStatus, { label: string; tone: BadgeTone }> = {
  started: { label: 'in progress', tone: 'orange' },
  approved: { label: 'paid', tone: 'green' },
  declined: { label: 'declined', tone: 'red' },
  abandoned: { label: 'not completed', tone: 'neutral' },
  // `returned` means that the money arrived too late, twice or in the wrong amount.
  returned: { label: 'refunded', tone: 'blue' },
}

export const providerNames: Record<PaymentRow['provider'], string> = { stripe: 'Stripe', sandbox: 'Sandbox' }

export function formatBuyer(email: string | null): string {
  return email ?? 'Deleted account'
}

/** Returns the refunds of a payment, such as `$12.00 refunded, 1 refund failed`; empty without refunds. */
export function describeRefunds({
  refundedCents,
  currency,
  refundStatuses,
}: Pick<PaymentRow, 'refundedCents' | 'currency' | 'refundStatuses'>): string {
  const isRequested = refundStatuses.includes('requested')
  const parts = [
    refundedCents > 0 &&
      `${formatMoney(refundedCents, currency)} ${isRequested ? 'being refunded' : 'refunded'}`,
    refundStatuses.includes('failed') && 'refund failed',
  ]
  return parts.filter((part) => part !== false).join(', ')
}

/** Returns the share as `98.2%`; without a decimal for 100%. */
export function formatShare(count: number, total: number): string {
  const share = Math.floor((count / total) * 1000) / 10
  return `${share === 100 ? '100' : share.toFixed(1)}%`
}

/** Returns milliseconds as `212 ms`, `1.8 s` or `12 s`; a dash when nothing was measured. */
export function formatDuration(ms: number | null): string {
  if (ms === null) return '–'
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`
}

const checkTexts: Record<Exclude<PaymentCheck['state'], 'approved' | 'declined'>, string> = {
  open: 'Stripe is waiting for the buyer to pay.',
  processing: 'The buyer’s bank has not confirmed the payment yet.',
  cancelled: 'The payment was canceled at Stripe and can no longer be paid.',
  unknown: 'Stripe has no such payment, because the buyer never pressed Pay.',
  unavailable: 'Stripe did not respond. Try again in a minute.',
  not_configured: 'Stripe is no longer configured on this site.',
}

export function describeCheck(
  { state, amountCents, reason }: PaymentCheck,
  { currency }: Pick<PaymentRow, 'currency'>,
): string {
  if (state === 'approved') return `Stripe received ${formatMoney(amountCents ?? 0, currency)}.`
  if (state !== 'declined') return checkTexts[state]
  return reason === null ? 'The payment was declined.' : `The payment was declined: ${reason}`
}

/** Formats `$18.00 to $22.00`, or `no prices` if the organizer has removed them. */
export function formatPrices({ minPriceCents, maxPriceCents, currency }: OpenWaiver): string {
  if (minPriceCents === null || maxPriceCents === null) return 'no prices'
  const min = formatMoney(minPriceCents, currency)
  return minPriceCents === maxPriceCents ? min : `${min} to ${formatMoney(maxPriceCents, currency)}`
}
