import { z } from 'zod'
import { defineCalls, id, instant } from '~/platform/rpc/contract'
import { cents, payment } from './contract-shapes'

const own = defineCalls('orders', 'signed_in')
const reference = z.object({ reference: z.string().max(100) })
const notFound = { NOT_FOUND: { status: 404, message: 'We can’t match this link to a payment.' } }

/** The payment page of Stripe, /pay/stripe/{reference}. Only the buyer can open it. */
export const stripe = {
  get: own('GET', '/payments/stripe/{reference}', 'Get one of your payments with Stripe')
    .errors(notFound)
    .input(reference)
    .output(
      z.object({
        reference: z.string(),
        orderId: id,
        amountCents: cents,
        /** For the form of Stripe in the browser. */
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
        message: 'There is nothing left to pay on this order. Open it in your Order History.',
      },
      AMOUNT_CHANGED: {
        status: 409,
        message: 'The total changed. You haven’t been charged.',
        data: z.object({ amountCents: cents }),
      },
    })
    /** `amountCents` is what the buyer saw. */
    .input(reference.extend({ amountCents: cents }))
    .output(
      z.discriminatedUnion('state', [
        z.object({ state: z.literal('ready'), clientSecret: z.string() }),
        /** Stripe did not answer. The hold is extended once; try again every few seconds. */
        z.object({ state: z.literal('slow'), expiresAt: instant }),
      ]),
    ),

  check: own('POST', '/payments/stripe/{reference}/check', 'Ask Stripe about your payment, and settle it')
    .errors(notFound)
    .input(reference)
    .output(
      z.object({
        orderId: id,
        ...payment.pick({ status: true, processingSince: true, declineReason: true }).shape,
        /** False: Stripe did not answer, so this is what we knew before. */
        isChecked: z.boolean(),
      }),
    ),
}
