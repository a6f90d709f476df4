import type { OrderStatus } from '../../rules/order-state'
import { hasReceipt } from '../../rules/ticket-policy'
import type { TicketingServices } from '../context'
import { findOrderRecord } from './order-record'
import { printReceipt, printTickets } from './print-order'

type FileServices = Pick<TicketingServices, 'db' | 'settings'>

const pdf = (content: Buffer, name: string) =>
  new File([new Uint8Array(content)], name, { type: 'application/pdf' })

/** The PDF of an order's valid tickets that are this customer's, one a page, whoever bought them; undefined when there is none. */
export async function findTicketsFile(
  { db, settings }: FileServices,
  by: { orderId: string; customerId: string },
): Promise<File | undefined> {
  const { orderId, customerId } = by
  const own = await db
    .selectFrom('tickets')
    .select('order_id')
    .where('order_id', '=', orderId)
    .where('customer_id', '=', customerId)
    .where('status', '=', 'valid')
    .executeTakeFirst()
  const record = own && (await findOrderRecord(db, { orderId }))
  const content =
    record && (await printTickets(record, { house: (await settings.read()).name, holderId: customerId }))
  return record && content && pdf(content, `tickets-${record.order.order_number}.pdf`)
}

/** The PDF of one valid ticket of this customer. */
export async function findTicketFile(
  { db, settings }: FileServices,
  by: { ticketId: string; customerId: string },
): Promise<File | undefined> {
  const ticket = await db
    .selectFrom('tickets')
    .select(['order_id', 'ticket_number'])
    .where('id', '=', by.ticketId)
    .where('customer_id', '=', by.customerId)
    .executeTakeFirst()
  const record = ticket && (await findOrderRecord(db, { orderId: ticket.order_id }))
  const content =
    record && (await printTickets(record, { house: (await settings.read()).name, ticketId: by.ticketId }))
  return ticket && content && pdf(content, `ticket-${ticket.ticket_number}.pdf`)
}

/** The receipt of a paid order of this customer, refunded or not; undefined where no money was taken. */
export async function findReceiptFile(
  { db, settings }: FileServices,
  by: { orderId: string; customerId: string; now: Date },
): Promise<File | undefined> {
  const { now, ...owned } = by
  const record = await findOrderRecord(db, owned)
  if (record === undefined || !hasReceipt(record.order.status as OrderStatus)) return undefined
  return pdf(
    await printReceipt(record, { now, house: await settings.read() }),
    `receipt-${record.order.order_number}.pdf`,
  )
}
