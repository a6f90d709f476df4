import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import type { Tax } from '~/lib/tax'
import { type InvoiceLine, sumLines } from '../rules/invoice-lines'

/** The seller or the buyer of an invoice. Only the name is always known. */
export interface InvoiceParty {
  name: string
  /** The lines of the address. */
  address?: string
  country?: string
  taxId?: string
}

/** The content of an invoice, as it was when the invoice was issued. */
export interface InvoiceContent {
  seller: InvoiceParty
  /** `billedTo` has the billing details that the buyer entered, such as a company. */
  buyer: { name: string; email: string; billedTo?: InvoiceParty }
  orderNumber: string
  event: { title: string; startsAt: string; timezone: string; venue: string; city: string }
  tax: Tax
  lines: InvoiceLine[]
}

export interface NewInvoice {
  sellerId: string
  seller: 'organizer' | 'platform'
  orderId: string
  /** The version of the order's billing details when the invoice was issued. */
  billingVersion: number
  /**
   * For a credit note: the invoice that it corrects, and the refund. `refundId` is null if the invoice was replaced.
   */
  credits?: { refundId: string | null; invoiceId: string }
  currency: string
  issuedAt: Date
  content: InvoiceContent
}

/**
 * Inserts an invoice or a credit note with the next number of its series. The series stays locked until the end of the
 * transaction, so the next invoice reuses the number of a transaction that fails.
 */
export async function insertInvoice(
  trx: Transaction,
  { sellerId, seller, orderId, billingVersion, credits, currency, issuedAt, content }: NewInvoice,
): Promise<void> {
  const kind = credits === undefined ? 'invoice' : 'credit_note'
  const year = issuedAt.getUTCFullYear()
  const { netCents, taxCents, totalCents } = sumLines(content.lines)
  await sql`
    with series as (
      insert into invoice_series as s (seller_id, kind, year) values (${sellerId}, ${kind}, ${year})
      on conflict (seller_id, kind, year) do update set last_number = s.last_number + 1
      returning s.id, s.last_number
    )
    insert into invoices (series_id, seller, kind, number, invoice_number, order_id, refund_id, corrects, billing_version, issued_at, currency,
      net_cents, tax_cents, total_cents, content)
    select s.id, ${seller}, ${kind}, s.last_number, invoice_number_of(
        (select prefix from invoice_sellers where id = ${sellerId}), ${kind}, ${year}, s.last_number),
      ${orderId}, ${credits?.refundId ?? null}, ${credits?.invoiceId ?? null}, ${billingVersion}, ${issuedAt}, ${currency},
      ${netCents}, ${taxCents}, ${totalCents}, ${JSON.stringify(content)}::jsonb
    from series s`.execute(trx)
}
