import { z } from 'zod'
import { CURRENCIES } from '~/lib/currency'
import { defineCalls, id, instant } from '~/platform/rpc/contract'

const own = defineCalls('invoices', 'signed_in')

export const issuedInvoice = z.object({
  id,
  orderId: id,
  /** Such as JW-2026-00148 or JW-2026-C-00012. */
  number: z.string(),
  kind: z.enum(['invoice', 'credit_note']),
  /** `platform`: for the service fee. */
  seller: z.enum(['organizer', 'platform']),
  issuedAt: instant,
  /** Negative in a credit note. */
  totalCents: z.int(),
  currency: z.enum(CURRENCIES),
})
export type IssuedInvoice = z.output<typeof issuedInvoice>

export const invoicesContract = {
  list: own('GET', '/invoices', 'The invoices and credit notes of your orders')
    .input(z.object({ orderIds: z.array(id).min(1).max(100) }))
    .output(z.object({ invoices: z.array(issuedInvoice) })),

  // The buyer of the order, the organizer whose invoice it is, and admins. Pages and other programs use the same URL.
  file: own('GET', '/invoices/{invoiceId}/invoice.pdf', 'An invoice or a credit note as a PDF')
    .errors({ NOT_FOUND: { status: 404, message: 'Invoice not found' } })
    .input(z.object({ invoiceId: id }))
    .output(z.file()),
}
