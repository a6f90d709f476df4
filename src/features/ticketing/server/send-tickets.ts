import { resolve } from 'node:path'
import { createThreads } from '~/platform/threads/threads'
import type { MailServices } from './context'
import { findTicketRecord } from './documents/order-record'
import type { TicketsMailInput, WrittenTicketsMail } from './write-tickets-mail'

/** Worker threads that write ticket emails: one email with its PDF takes longer than selling ten tickets. */
const writers = createThreads<TicketsMailInput, WrittenTicketsMail | undefined>({
  // scripts/build.mjs bundles tickets-mail-thread.ts to here. From source there is no bundle, and the email is written in this thread.
  file: import.meta.env.PROD ? resolve('dist/tickets-mail-thread/main.js') : undefined,
  runHere: async (input) => (await import('./write-tickets-mail')).writeTicketsMail(input),
})

/** Emails the tickets of a confirmed order with their PDF. Does nothing when the order has no valid ticket or no address. */
export async function sendTickets(services: MailServices, orderId: string): Promise<void> {
  const { db, mail, publicUrl } = services
  const record = await findTicketRecord(db, { orderId })
  if (record === undefined || record.order.buyer_email === '') return
  // Paid while the event was being cancelled: night/late-orders.ts sends the email about that and about the refund.
  if (record.order.event_status === 'cancelled') return
  const { name, priceDisplay } = await services.settings.read()
  const written = await writers.run({ record, site: { name, priceDisplay }, publicUrl })
  if (written === undefined) return
  const { pdf, ...texts } = written
  await mail.send(
    {
      to: record.order.buyer_email,
      ...texts,
      attachments: [
        {
          filename: `tickets-${record.order.order_number}.pdf`,
          contentType: 'application/pdf',
          content: Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength),
        },
      ],
      idempotencyKey: `tickets.${orderId}`,
    },
    { isBulk: true },
  )
}
