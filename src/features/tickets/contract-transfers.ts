import { z } from 'zod'
import { defineCalls, id, instant } from '~/platform/rpc/contract'
import { emailNeeded } from '~/features/orders/contract-shapes'
import { TICKET_NOT_FOUND, VERIFY_TO_TRANSFER } from '~/features/orders/rules/error-messages'

const own = defineCalls('tickets', 'signed_in')
const open = defineCalls('tickets', 'public')
const token = z.string().max(200)
const ticketNotFound = { NOT_FOUND: { status: 404, message: TICKET_NOT_FOUND } }
/** Unknown, withdrawn and used links get the same response. */
const offerNotFound = {
  NOT_FOUND: {
    status: 404,
    message: 'This ticket transfer is no longer available. Ask the sender for a new link.',
  },
}

export const transfers = {
  start: own('POST', '/tickets/{ticketId}/transfer', 'Transfer a ticket by email')
    .errors({
      ...ticketNotFound,
      OWN_ADDRESS: {
        status: 422,
        message: 'That is your own address. Enter the recipient’s address.',
      },
      ALREADY_OFFERED: {
        status: 409,
        message: 'This ticket is already being transferred. Cancel that transfer first.',
      },
      CHECKED_IN: { status: 409, message: 'This ticket is checked in, so it can’t be transferred.' },
      NOT_VALID: { status: 409, message: 'This ticket is no longer valid, so it can’t be transferred.' },
      EMAIL_UNVERIFIED: { status: 403, message: VERIFY_TO_TRANSFER },
      ...emailNeeded,
    })
    .input(z.object({ ticketId: id, email: z.email('Enter an address such as name@example.com').max(254) }))
    // The response doesn't reveal whether an account has this address.
    .output(z.object({ email: z.string(), at: instant })),

  withdraw: own('POST', '/tickets/{ticketId}/transfer/withdraw', 'Cancel a ticket transfer')
    .errors({
      ...ticketNotFound,
      ALREADY_ACCEPTED: { status: 409, message: 'The recipient has already accepted this ticket.' },
    })
    .input(z.object({ ticketId: id }))
    .output(z.object({ ticketId: id })),

  inspect: open('GET', '/transfers/{token}', 'Get the ticket of a transfer link')
    .errors(offerNotFound)
    .input(z.object({ token }))
    .output(
      z.object({
        eventId: id,
        eventTitle: z.string(),
        startsAt: instant,
        timezone: z.string(),
        venueName: z.string(),
        location: z.string(),
        imageUrl: z.string().nullable(),
        eventType: z.string(),
        ticketTypeName: z.string(),
        fromName: z.string(),
        /** The caller already holds the ticket, so there is nothing to accept. */
        isYours: z.boolean(),
        /**
         * For signed-out callers: the recipient's email, and whether an account has verified it, so that they sign in
         * instead of signing up.
         */
        recipient: z.object({ email: z.string(), hasAccount: z.boolean() }).nullable(),
      }),
    ),

  accept: own('POST', '/transfers/{token}/accept', 'Accept a transferred ticket, which gets a new code')
    .errors({
      ...offerNotFound,
      OWN_TICKET: { status: 409, message: 'This ticket is already yours.' },
      ...emailNeeded,
    })
    .input(z.object({ token }))
    .output(z.object({ ticketId: id })),
}
