import { createBoundedRunner } from '~/lib/bounded-cache'
import { hasReceipt, type OrderStatus } from '~/features/orders/rules/order-state'
import type { OrderServices } from '../context'
import { refuse } from '../refused-error'
import { findOrderRecord, findTicketRecord } from './order-record'
import { printReceipt, printTickets } from './print-order'

// Limits how many PDFs are drawn at the same time, because a large order has hundreds of pages.
const draw = createBoundedRunner({ atOnce: 6, waiting: 20 })

type FileServices = Pick<OrderServices, 'db' | 'settings'>

const createPdfFile = (content: Buffer, name: string) =>
  new File([new Uint8Array(content)], name, { type: 'application/pdf' })

/**
 * Returns the PDF of this customer's valid tickets of an order, one per page.
 * @throws TooBusy
 */
export async function getTicketsFile(
  { db, settings }: FileServices,
  by: { orderId: string; customerId: string },
): Promise<File> {
  const { orderId, customerId } = by
  const own = await db
    .selectFrom('tickets')
    .select('order_id')
    .where('order_id', '=', orderId)
    .where('customer_id', '=', customerId)
    .where('status', '=', 'valid')
    .executeTakeFirst()
  const record = own && (await findTicketRecord(db, { orderId }))
  if (!record) throw refuse('NOT_FOUND')
  const content = await draw(async () =>
    printTickets(record, { siteName: (await settings.read()).name, holderId: customerId }),
  )
  if (!content) throw refuse('NOT_FOUND')
  return createPdfFile(content, `tickets-${record.order.order_number}.pdf`)
}

/**
 * Returns the PDF of one valid ticket of this customer.
 * @throws TooBusy
 */
export async function getTicketFile(
  { db, settings }: FileServices,
  by: { ticketId: string; customerId: string },
): Promise<File> {
  const ticket = await db
    .selectFrom('tickets')
    .select(['order_id', 'ticket_number'])
    .where('id', '=', by.ticketId)
    .where('customer_id', '=', by.customerId)
    .executeTakeFirst()
  const record = ticket && (await findTicketRecord(db, { orderId: ticket.order_id }))
  if (!ticket || !record) throw refuse('NOT_FOUND')
  const content = await draw(async () =>
    printTickets(record, { siteName: (await settings.read()).name, ticketId: by.ticketId }),
  )
  if (!content) throw refuse('NOT_FOUND')
  return createPdfFile(content, `ticket-${ticket.ticket_number}.pdf`)
}

/**
 * Returns the receipt of a paid or refunded order of this customer.
 * @throws TooBusy
 */
export async function getReceiptFile(
  { db, settings }: FileServices,
  by: { orderId: string; customerId: string; now: Date },
): Promise<File> {
  const { now, ...owned } = by
  const record = await findOrderRecord(db, owned)
  if (record === undefined || !hasReceipt(record.order.status as OrderStatus)) throw refuse('NOT_FOUND')
  return createPdfFile(
    await draw(async () => printReceipt(record, { now, siteName: await settings.read() })),
    `receipt-${record.order.order_number}.pdf`,
  )
}
