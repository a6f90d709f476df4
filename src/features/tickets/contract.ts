import { z } from 'zod'
import { eventOfOrder, id, ticketStatus } from '~/features/orders/contract-shapes'
import { ORDER_NOT_FOUND, TICKET_NOT_FOUND } from '~/features/orders/rules/error-messages'
import { defineCursor } from '~/lib/cursor'
import { defineCalls, instant, nextCursor, pageAfter, pageLimit } from '~/platform/rpc/contract'
import { attendees, comps, guests, messages } from './contract-attendees'
import { eventChanges } from './contract-event-changes'
import { transfers } from './contract-transfers'
import { waitlist } from './contract-waitlist'

const own = defineCalls('tickets', 'signed_in')

/**
 * The sort key of a ticket: event day and time, order, position of the ticket type, and ticket id. Sorting by id
 * alone is not enough, because the ids of one purchase are random within a millisecond.
 */
export const ticketCursor = defineCursor('count', 'int', 'id', 'int', 'id')

const orderNotFound = { NOT_FOUND: { status: 404, message: ORDER_NOT_FOUND } }
const orderFile = (name: string, summary: string) =>
  own('GET', `/orders/{orderId}/${name}`, summary)
    .errors(orderNotFound)
    .input(z.object({ orderId: id }))
    .output(z.file())

export const ticket = z.object({
  id,
  ticketNumber: z.string(),
  status: ticketStatus,
  checkedInAt: instant.nullable(),
  isAttended: z.boolean(),
  isUpcoming: z.boolean(),
  ticketTypeId: id,
  ticketTypeName: z.string(),
  orderId: id,
  orderNumber: z.string(),
  /**
   * Whether the caller bought the order. Otherwise the ticket was transferred to them, and refunds go to the buyer.
   */
  isBuyer: z.boolean(),
  holderName: z.string(),
  /** The 1 in `1 of 3`: the position among the caller's tickets of the same order, type and status. */
  position: z.int(),
  count: z.int(),
  countInOrder: z.int(),
  /** The site's email address for questions about orders; null when none is set. */
  contactAddress: z.string().nullable(),
  /** The content of the QR code; null when the ticket is no longer valid. */
  code: z.string().nullable(),
  /** The QR code as an SVG path, in units of a module, in a square of `size`. */
  qr: z.object({ path: z.string(), size: z.int() }).nullable(),
  /** A pending transfer; the ticket stays the caller's until it is accepted. */
  transfer: z.object({ email: z.string(), at: instant }).nullable(),
  /** The name of the person who transferred the ticket to the caller. */
  receivedFrom: z.string().nullable(),
  event: eventOfOrder,
})
export type Ticket = z.output<typeof ticket>

export const ticketsContract = {
  listTickets: own('GET', '/tickets', 'Your tickets: upcoming ones soonest first, past ones latest first')
    .input(
      z.object({
        period: z.enum(['upcoming', 'past']),
        after: pageAfter(ticketCursor),
        limit: pageLimit(100, 50),
      }),
    )
    .output(z.object({ tickets: z.array(ticket), nextCursor })),

  getTicket: own('GET', '/tickets/{id}', 'One of your tickets with its code')
    .errors({ NOT_FOUND: { status: 404, message: TICKET_NOT_FOUND } })
    .input(z.object({ id }))
    .output(ticket),

  // File downloads; pages and other programs use the same URLs.
  ticketsFile: orderFile('tickets.pdf', 'The valid tickets of one of your orders as a PDF, one per page'),
  receiptFile: orderFile('receipt.pdf', 'The receipt of a paid order as a PDF'),
  ticketFile: own('GET', '/tickets/{ticketId}/ticket.pdf', 'One of your valid tickets as a PDF')
    .errors({ NOT_FOUND: { status: 404, message: TICKET_NOT_FOUND } })
    .input(z.object({ ticketId: id }))
    .output(z.file()),

  eventChanges,
  transfers,
  waitlist,
  attendees,
  guests,
  comps,
  messages,
}
