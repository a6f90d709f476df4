import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import { createTestSettings } from '~/features/settings/server/testing'
import type { InvoiceContent } from './insert-invoice'
import { issueDueInvoices } from './issue-due-invoices'

/** Inserts confirmed orders of a ticket for $16.00 and a fee of $1.60, and posts their sales. Returns their ids. */
export async function insertPaidOrders(
  db: Database,
  { eventId, types }: { eventId: string; types: readonly string[] },
  count: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with sold as (
      insert into orders (event_id, client_key, status, subtotal_cents, fee_basis_points, fee_cents, expires_at, confirmed_at,
        buyer_name, buyer_email)
      select ${eventId}, gen_random_uuid(), 'confirmed', 1600, 1000, 160, now(), now(), 'Priya Raman', 'priya@raman.example'
      from generate_series(1, ${count}::integer) returning id
    ), items as (
      insert into order_items (order_id, ticket_type_id, quantity, unit_cents) select id, ${types[0]}, 1, 1600 from sold
    )
    select id from sold`.execute(db)
  const ids = rows.map(({ id }) => id)
  await sql`select post_sales(${ids}::uuid[])`.execute(db)
  return ids
}

interface StoredInvoice {
  id: string
  invoiceNumber: string
  number: number
  seller: string
  kind: string
  orderId: string
  refundId: string | null
  corrects: string | null
  cents: [net: number, tax: number, total: number]
  content: InvoiceContent
}

/** Lists invoices and credit notes, those of organizers first, by year and number. */
export async function listInvoices(db: Database, orderIds?: readonly string[]): Promise<StoredInvoice[]> {
  const { rows } = await sql<StoredInvoice>`
    select id, invoice_number as "invoiceNumber", number, seller, kind, order_id as "orderId", refund_id as "refundId", corrects,
      array[net_cents, tax_cents, total_cents] as cents, content
    from invoices where ${orderIds === undefined ? sql`true` : sql`order_id = any(${[...orderIds]}::uuid[])`}
    order by seller, kind desc, year, number`.execute(db)
  return rows
}

export const listNumbers = async (db: Database, orderIds?: readonly string[]): Promise<string[]> =>
  (await listInvoices(db, orderIds)).map(({ invoiceNumber }) => invoiceNumber)

/** Runs the job until nothing is due. Returns how many orders it handled. */
export async function runInvoiceJob(
  db: Database,
  {
    now = () => new Date('2026-11-19T12:00:00Z'),
    settings,
  }: { now?: () => Date; settings?: Parameters<typeof createTestSettings>[0] } = {},
): Promise<number> {
  let count = 0
  for (;;) {
    const handled = await issueDueInvoices({ db, settings: createTestSettings(settings), now })
    if (handled === 0) return count
    count += handled
  }
}
