import { requireCaller } from '~/platform/rpc/context'
import { attendeesCalls, compsCalls, guestsCalls, messagesCalls } from './attendees/calls'
import type { Context } from './context'
import { eventChangesCalls } from './event-changes/calls'
import { calls } from './call-implementer'
import { getTicket, listTickets } from './tickets'
import { transfersCalls } from './transfers/calls'
import { waitlistCalls } from './waitlist/calls'

// Lazy import: fonts and the PDF writer are loaded with the first file request.
const importFiles = () => import('~/features/tickets/server/documents/files')

/** Limits how many files a caller can request, then loads the code that creates them. @throws TOO_MANY_REQUESTS */
async function importFilesWithinLimit(context: Pick<Context, 'caller' | 'limits'>) {
  await context.limits.consume('order_files', requireCaller(context).id, { points: 60, seconds: 600 })
  return importFiles()
}

export const ticketsCalls = calls.router({
  listTickets: calls.listTickets.handler(({ context, input }) => listTickets(context, input)),
  getTicket: calls.getTicket.handler(({ context, input }) => getTicket(context, input.id)),
  ticketsFile: calls.ticketsFile.handler(async ({ context, input }) => {
    const { getTicketsFile } = await importFilesWithinLimit(context)
    return getTicketsFile(context, { orderId: input.orderId, customerId: requireCaller(context).id })
  }),
  ticketFile: calls.ticketFile.handler(async ({ context, input }) => {
    const { getTicketFile } = await importFilesWithinLimit(context)
    return getTicketFile(context, { ticketId: input.ticketId, customerId: requireCaller(context).id })
  }),
  receiptFile: calls.receiptFile.handler(async ({ context, input }) => {
    const { getReceiptFile } = await importFilesWithinLimit(context)
    const customerId = requireCaller(context).id
    return getReceiptFile(context, { orderId: input.orderId, customerId, now: context.now() })
  }),
  eventChanges: eventChangesCalls,
  transfers: transfersCalls,
  waitlist: waitlistCalls,
  attendees: attendeesCalls,
  guests: guestsCalls,
  comps: compsCalls,
  messages: messagesCalls,
})
