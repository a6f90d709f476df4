import { createBoundedWork } from '~/lib/bounded-cache'
import { hasReceipt, type OrderStatus } from '~/features/orders/rules/order-state'
import type { OrderServices } from '../context'
import { findOrderRecord, findTicketRecord } from './order-record'
import { printReceipt, printTickets } from './print-order'

// Limits concurrency, because a large order has hundreds of pages.
const draw = createBoundedWork({ atOnce: 6, waiting: 20 })

type FileServices = Pick<OrderServices, 'db' | 'settings'>

const createPdfFile = (content: Buffer, name: string) =>
  new File([new Uint8Array(content)], name, { type: 'application/pdf' })

/**
 * Returns the PDF of this customer's valid tickets of an order, one per page; undefined when there are none.
 * @throws TooBusy
 */
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
  const record = own && (await findTicketRecord(db, { orderId }))
  const content =
    record &&
    (await draw(async () =>
      printTickets(record, { siteName: (await settings.read()).name, holderId: customerId }),
    ))
  return record && content && createPdfFile(content, `tickets-${record.order.order_number}.pdf`)
}

/**
 * Returns the PDF of one valid ticket of this customer.
 * @throws TooBusy
 */
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
  const record = ticket && (await findTicketRecord(db, { orderId: ticket.order_id }))
  const content =
    record &&
    (await draw(async () =>
      printTickets(record, { siteName: (await settings.read()).name, ticketId: by.ticketId }),
    ))
  return ticket && content && createPdfFile(content, `ticket-${ticket.ticket_number}.pdf`)
}

/**
 * Returns the receipt of a paid or refunded order of this customer; undefined when nothing was paid.
 * @throws TooBusy
 */
export async function findReceiptFile(
  { db, settings }: FileServices,
  by: { orderId: string; customerId: string; now: Date },
): Promise<File | undefined> {
  const { now, ...owned } = by
  const record = await findOrderRecord(db, owned)
  if (record === undefined || !hasReceipt(record.order.status as OrderStatus)) return undefined
  return createPdfFile(
    await draw(async () => printReceipt(record, { now, siteName: await settings.read() })),
    `receipt-${record.order.order_number}.pdf`,
  )
}
