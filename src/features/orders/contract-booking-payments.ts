import { z } from 'zod'
import { defineCalls, id, instant } from '~/platform/rpc/contract'
import { PAYMENT_PURPOSES } from '~/features/bookings/contract-shapes'
import { FEE_MAX_CENTS } from '~/features/bookings/rules/booking-limits'
import { cents } from './contract-shapes'

const inArea = defineCalls('orders', 'members_area')
const notFound = { BOOKING_NOT_FOUND: { status: 404, message: 'Booking not found' } }

export const bookingPayments = {
  get: inArea(
    'GET',
    '/bookings/{bookingId}/payments',
    'The payments for one of your bookings, and what is due',
  )
    .errors(notFound)
    .input(z.object({ bookingId: id }))
    .output(
      z.object({
        /** Whether the client can pay on this site: the booking must belong to an event of the client. */
        canPay: z.boolean(),
        /** The deposit that is still due; 0 if none is. */
        depositDueCents: cents,
        depositDueBy: instant.nullable(),
        /** The most that the client can still pay towards the fee or the guarantee, in addition to the deposit. */
        balanceLimitCents: cents,
        paidDepositCents: cents,
        paidBalanceCents: cents,
        /**
         * The part of the fee that the DJ gets after a cancellation, by the booking's terms and including the
         * deposit; null if the booking was not canceled.
         */
        cancelledCents: cents.nullable(),
        /** Whether a bank has yet to confirm a payment. */
        isPending: z.boolean(),
        /** The sum of refunds to the client after a cancellation, including those on their way. */
        refundedCents: cents,
        /** The sum of payments that came too late, twice or with a wrong amount, and were refunded in full. */
        returnedCents: cents,
      }),
    ),

  pay: inArea(
    'POST',
    '/bookings/{bookingId}/payments',
    'Start a payment of the deposit, or towards the fee; returns the address of its page',
  )
    .errors({
      ...notFound,
      CHECKOUT_COMING_SOON: { status: 409, message: 'Checkout coming soon!' },
      NOTHING_DUE: { status: 409, message: 'There is nothing left to pay here for this booking.' },
      PAYMENT_PENDING: {
        status: 409,
        message: 'Your bank hasn’t confirmed your payment yet. You can pay again if the bank declines it.',
      },
      AMOUNT_CHANGED: {
        status: 409,
        message: 'The amount changed. Nothing was charged. Check the new amount, then pay.',
        data: z.object({ amountCents: cents }),
      },
    })
    .input(
      z.object({
        bookingId: id,
        purpose: z.enum(PAYMENT_PURPOSES),
        amountCents: z.int().min(100, 'Enter a higher amount.').max(FEE_MAX_CENTS),
      }),
    )
    .output(z.object({ redirectUrl: z.string() })),
}
