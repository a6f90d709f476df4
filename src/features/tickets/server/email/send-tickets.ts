import { resolve } from 'node:path'
import { type EmailMessage, traceEmail } from '~/platform/email/mailer'
import { createThreadPool } from '~/platform/threads/threads'
import type { EmailServices } from '../context'
import { findTicketRecord } from '../documents/order-record'
import type { TicketsEmailTask } from './write-tickets-email'

/** A worker thread writes and sends ticket emails: one email with its PDF takes longer than selling ten tickets. */
const senders = createThreadPool<TicketsEmailTask, EmailMessage | undefined>({
  // scripts/build.mjs bundles tickets-email-thread.ts to this path. From source there is no bundle, and the email is
  // written in this thread.
  file: import.meta.env.PROD ? resolve('dist/tickets-email-thread/main.js') : undefined,
  runHere: async (task) => (await import('./write-tickets-email')).sendTicketsEmail(task),
  most: 1,
  atOnce: 8,
})

/**
 * Emails the tickets of a confirmed order with their PDF. Does nothing when the order has no valid ticket or no
 * address.
 */
export async function sendTickets(services: EmailServices, orderId: string): Promise<void> {
  const { db, mailer, publicUrl } = services
  const record = await findTicketRecord(db, { orderId })
  if (record === undefined || record.order.buyer_email === '') return
  // The order was paid during the cancellation. `endOrdersAfterCancellation` emails the cancellation and the refund instead.
  if (record.order.event_status === 'cancelled') return
  const { name, priceDisplay } = await services.settings.read()
  const sender = await mailer.findThreadSender?.()
  const write = () => senders.run({ record, site: { name, priceDisplay }, publicUrl, sender })
  const written = await (sender === undefined ? write() : traceEmail(write))
  if (written === undefined) return
  const { attachments = [], ...texts } = written
  // Worker threads return a Uint8Array instead of a Buffer.
  const files = attachments.map((file) => ({ ...file, content: Buffer.from(file.content) }))
  await mailer.send({ ...texts, attachments: files }, { isBulk: true })
}
