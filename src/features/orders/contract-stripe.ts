import { z } from 'zod'
import { currency, defineCalls, id, instant } from '~/platform/rpc/contract'
import { PAYMENT_PURPOSES } from '~/features/bookings/contract-shapes'
import { cents, payment } from './contract-shapes'

const own = defineCalls('orders', 'signed_in')
const reference = z.object({ reference: z.string().max(100) })
const notFound = { NOT_FOUND: { status: 404, message: 'We can’t match this link to a payment.' } }

/** The data that the payment page of a booking shows. */
const bookingToPay = z.object({
  id,
  number: z.string(),
  title: z.string(),
  djName: z.string(),
  startsAt: instant,
  endsAt: instant,
  timezone: z.string(),
  location: z.string(),
  purpose: z.enum(PAYMENT_PURPOSES),
  isGuarantee: z.boolean(),
  /** The currency of the payment and of all amounts. */
  currency,
  /** The fee that the DJ gets for the booking, or the guaranteed fee. */
  feeCents: cents,
  /** The part of the fee that is still unpaid after this payment and earlier ones. */
  restCents: cents,
  /** Whether this payment can no longer be made, because it was paid or the booking changed. */
  isClosed: z.boolean(),
})
export type BookingToPay = z.output<typeof bookingToPay>

/** The payment page of Stripe, /pay/stripe/{reference}. Only the buyer can open it. */
export const stripe = {
  get: own('GET', '/payments/stripe/{reference}', 'Get one of your payments with Stripe')
    .errors(notFound)
    .input(reference)
    .output(
      z.object({
        reference: z.string(),
        /** Null for a payment of a booking. */
        orderId: id.nullable(),
        booking: bookingToPay.nullable(),
        amountCents: cents,
        /** The key for Stripe's form in the browser. */
        publishableKey: z.string(),
      }),
    ),

  start: own(
    'POST',
    '/payments/stripe/{reference}/intent',
    'Start to pay: returns the secret with which the browser confirms the payment',
  )
    .errors({
      ...notFound,
      ORDER_EXPIRED: { status: 409, message: 'Your hold has expired. You weren’t charged.' },
      ORDER_CLOSED: {
        status: 409,
        message: 'There is nothing left to pay here.',
      },
      AMOUNT_CHANGED: {
        status: 409,
        message: 'The total changed. You haven’t been charged.',
        data: z.object({ amountCents: cents }),
      },
    })
    /** `amountCents` is the amount that the buyer saw: AMOUNT_CHANGED if the payment now has a different amount. */
    .input(reference.extend({ amountCents: cents }))
    .output(
      z.discriminatedUnion('state', [
        z.object({ state: z.literal('ready'), clientSecret: z.string() }),
        /** Stripe did not answer. The hold of an order is extended once; try again every few seconds. */
        z.object({ state: z.literal('slow') }),
      ]),
    ),

  check: own('POST', '/payments/stripe/{reference}/check', 'Ask Stripe about your payment, and settle it')
    .errors(notFound)
    .input(reference)
    .output(
      z.object({
        ...payment.pick({ status: true, processingSince: true, declineReason: true }).shape,
        /** False if Stripe did not respond; the result is then the state that we last recorded. */
        isChecked: z.boolean(),
      }),
    ),
}
