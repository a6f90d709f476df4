import { signedIn } from '~/platform/rpc/context'
import { attendeesCalls, compsCalls, guestsCalls, messagesCalls } from './attendees/calls'
import type { Context } from './context'
import { eventChangesCalls } from './event-changes/calls'
import { calls } from './implementer'
import { findTicket, listTickets } from './tickets'
import { transfersCalls } from './transfers/calls'
import { waitlistCalls } from './waitlist/calls'

// Lazy import: fonts and the PDF writer are loaded with the first file request.
const importFiles = () => import('~/features/tickets/server/documents/files')

/** @throws TOO_MANY_REQUESTS */
async function importFilesLimited(context: Pick<Context, 'caller' | 'limits'>) {
  await context.limits.consume('order_files', signedIn(context).id, { points: 60, seconds: 600 })
  return importFiles()
}

function requireFound<Thing>(thing: Thing | undefined, missing: () => Error): Thing {
  if (thing === undefined) throw missing()
  return thing
}

export const ticketsCalls = calls.router({
  listTickets: calls.listTickets.handler(({ context, input }) => listTickets(context, input)),
  getTicket: calls.getTicket.handler(async ({ context, input, errors }) =>
    requireFound(await findTicket(context, input.id), errors.NOT_FOUND),
  ),
  ticketsFile: calls.ticketsFile.handler(async ({ context, input, errors }) =>
    requireFound(
      await (
        await importFilesLimited(context)
      ).findTicketsFile(context, { orderId: input.orderId, customerId: signedIn(context).id }),
      errors.NOT_FOUND,
    ),
  ),
  ticketFile: calls.ticketFile.handler(async ({ context, input, errors }) =>
    requireFound(
      await (
        await importFilesLimited(context)
      ).findTicketFile(context, { ticketId: input.ticketId, customerId: signedIn(context).id }),
      errors.NOT_FOUND,
    ),
  ),
  receiptFile: calls.receiptFile.handler(async ({ context, input, errors }) =>
    requireFound(
      await (
        await importFilesLimited(context)
      ).findReceiptFile(context, {
        orderId: input.orderId,
        customerId: signedIn(context).id,
        now: context.now(),
      }),
      errors.NOT_FOUND,
    ),
  ),
  eventChanges: eventChangesCalls,
  transfers: transfersCalls,
  waitlist: waitlistCalls,
  attendees: attendeesCalls,
  guests: guestsCalls,
  comps: compsCalls,
  messages: messagesCalls,
})
