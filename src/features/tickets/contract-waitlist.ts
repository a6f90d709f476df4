import { z } from 'zod'
import { currency, defineCalls, id, instant, tax } from '~/platform/rpc/contract'
import { formatWaitlistHold } from '~/features/notifications/rules/waitlist-hold'
import { emailNeeded } from '~/features/orders/contract-shapes'
import { MAX_PER_TYPE } from '~/features/orders/rules/selection'

const own = defineCalls('tickets', 'signed_in')
const open = defineCalls('tickets', 'public')
const quantity = z.int().min(1, 'Choose at least one ticket').max(MAX_PER_TYPE, `At most ${MAX_PER_TYPE}`)
const entryNotFound = { NOT_FOUND: { status: 404, message: 'You’re no longer on this waitlist.' } }

export const waitlistPlace = z.object({
  id,
  quantity: z.int(),
  /** The position in the waitlist, counted from 1; null once tickets are offered. */
  position: z.int().nullable(),
  orderId: id.nullable(),
})

export const waitlistEntry = waitlistPlace.extend({
  ticketTypeId: id,
  ticketTypeName: z.string(),
  waiting: z.int(),
  event: z.object({
    id,
    title: z.string(),
    startsAt: instant,
    timezone: z.string(),
    venueName: z.string(),
    location: z.string(),
    imageUrl: z.string().nullable(),
    eventType: z.string(),
    currency,
  }),
  offer: z
    .object({
      orderId: id,
      quantity: z.int(),
      subtotalCents: z.int(),
      tax,
      addedTaxCents: z.int(),
      feeBasisPoints: z.int(),
      feeCents: z.int(),
      feeTaxPpm: z.int(),
      totalCents: z.int(),
      offeredAt: instant,
      expiresAt: instant,
    })
    .nullable(),
})
export type WaitlistEntry = z.output<typeof waitlistEntry>

export const waitlistStatus = z.object({
  ticketTypeId: id,
  waiting: z.int(),
  /** Whether customers can join: the type is sold out and within its sale window. */
  canJoin: z.boolean(),
  /** Unsold tickets exist, but all are held in checkouts; expired holds go back on sale. */
  isAllHeld: z.boolean(),
  ownPlace: waitlistPlace.nullable(),
})

export const waitlist = {
  join: own('POST', '/ticket-types/{ticketTypeId}/waitlist', 'Join a waitlist')
    .errors({
      NOT_FOUND: { status: 404, message: 'These tickets no longer exist. Reload the page.' },
      NOT_SOLD_OUT: {
        status: 409,
        message: 'Tickets are available now. Choose them instead of joining the waitlist.',
      },
      NOT_ON_SALE: { status: 409, message: 'These tickets are not on sale, so there is no waitlist.' },
      OFFERED: { status: 409, message: 'You already have an offer for these tickets. Open your waitlist.' },
      EMAIL_UNVERIFIED: { status: 403, message: 'Verify your email first: waitlist offers are sent there.' },
      COOLING_DOWN: {
        status: 409,
        message:
          'You didn’t accept the last offer for this event, so other people go first. Join again later.',
        data: z.object({ until: instant }),
      },
      ...emailNeeded,
    })
    // A caller who is already on the waitlist only changes the quantity and keeps their position.
    .input(z.object({ ticketTypeId: id, quantity }))
    .output(waitlistPlace),

  leave: own('POST', '/waitlist/{id}/leave', 'Leave a waitlist')
    .errors({
      ...entryNotFound,
      OFFERED: {
        status: 409,
        message: 'You have an offer for these tickets. Pass it to the next person instead.',
      },
    })
    .input(z.object({ id }))
    .output(z.object({ id })),

  pass: own('POST', '/waitlist/{id}/pass', 'Pass an offer to the next person on the waitlist')
    .errors({ ...entryNotFound, BOUGHT: { status: 409, message: 'You’ve already bought these tickets.' } })
    .input(z.object({ id }))
    .output(z.object({ id })),

  take: own('POST', '/waitlist/{id}/take', 'Accept an offer of free tickets')
    .errors({
      ...entryNotFound,
      PAYMENT_REQUIRED: { status: 409, message: 'These tickets have a price. Continue to checkout.' },
      OFFER_EXPIRED: {
        status: 409,
        message: `${formatWaitlistHold().isOver}, and the tickets were offered to the next person on the waitlist.`,
      },
    })
    .input(z.object({ id }))
    .output(z.object({ orderId: id })),

  listOwn: own('GET', '/waitlist', 'Your waitlists and offers').output(
    z.object({ entries: z.array(waitlistEntry), serverNow: instant }),
  ),

  get: open('GET', '/events/{eventId}/waitlist', 'Waitlist sizes of an event, and your own position')
    .input(z.object({ eventId: id }))
    .output(
      z.object({
        types: z.array(waitlistStatus),
      }),
    ),
}
