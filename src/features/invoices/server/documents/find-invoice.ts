import { sql } from 'kysely'
import type { Database } from '~/database/connect'
import type { Currency } from '~/lib/currency'
import type { Caller } from '~/platform/rpc/caller'
import { canDownload } from '../can-download'
import type { InvoiceContent } from '../insert-invoice'

export interface InvoiceRecord {
  number: string
  kind: 'invoice' | 'credit_note'
  seller: 'organizer' | 'platform'
  issuedAt: Date
  currency: Currency
  netCents: number
  taxCents: number
  totalCents: number
  content: InvoiceContent
  /** The number of the invoice that a credit note corrects. */
  corrects: string | null
  /**
   * The document of the other seller: the invoice for the same order, or the credit note for the same refund or
   * correction.
   */
  other: { number: string; totalCents: number; sellerName: string } | null
  /**
   * The number of the new invoice, if this invoice was replaced, or if this credit note cancels a replaced invoice.
   */
  replacedBy: string | null
  provider: string | null
  paidAt: Date | null
  refundedAt: Date | null
  /** The time at which the provider accepted the refund; null unless the provider pays the buyer. */
  refundSentAt: Date | null
}

/** Loads an invoice or a credit note that the caller may download; otherwise returns undefined. */
export async function findInvoice(
  db: Database,
  { invoiceId, caller }: { invoiceId: string; caller: Pick<Caller, 'id' | 'roles'> },
): Promise<InvoiceRecord | undefined> {
  const { rows } = await sql<InvoiceRecord>`
    select i.invoice_number as number, i.kind, i.seller, i.issued_at as "issuedAt", i.currency, i.net_cents as "netCents",
      i.tax_cents as "taxCents", i.total_cents as "totalCents", i.content, c.invoice_number as corrects,
      (select json_build_object('number', x.invoice_number, 'totalCents', x.total_cents, 'sellerName', x.content->'seller'->>'name')
        from invoices x
        where x.order_id = i.order_id and x.seller <> i.seller and x.kind = i.kind and x.billing_version = i.billing_version
          and x.refund_id is not distinct from i.refund_id) as other,
      case when i.refund_id is null then (
        select x.invoice_number from invoices x where x.order_id = i.order_id and x.seller = i.seller and x.kind = 'invoice'
          and x.billing_version > i.billing_version order by x.billing_version limit 1) end as "replacedBy",
      p.provider, coalesce(p.settled_at, o.confirmed_at) as "paidAt", coalesce(r.sent_at, r.settled_at) as "refundedAt",
      case when r.status = 'done' and r.other_payment is null then r.sent_at end as "refundSentAt"
    from invoices i
      join orders o on o.id = i.order_id
      join invoice_series s on s.id = i.series_id
      join invoice_sellers v on v.id = s.seller_id
      left join invoices c on c.id = i.corrects
      left join refunds r on r.id = i.refund_id
      left join lateral (
        select provider, settled_at from payments where order_id = i.order_id and status = 'approved' limit 1
      ) p on true
    where i.id = ${invoiceId} and ${canDownload(caller)}`.execute(db)
  return rows[0]
}
