import { sql } from 'kysely'
import type { z } from 'zod'
import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import type { issuedInvoice } from '../contract'
import { canDownload } from './can-download'
import type { Context } from './context'

const isReplaced = sql`case i.kind when 'credit_note' then i.refund_id is null
  else exists (select from invoices c where c.corrects = i.id and c.refund_id is null) end`

/**
 * Lists the invoices and credit notes of orders that the caller may download. Sorts valid documents first, then the
 * oldest first, and the organizer's before the site's.
 */
export async function listInvoices(
  context: Pick<Context, 'caller' | 'db'>,
  orderIds: readonly string[],
): Promise<z.input<typeof issuedInvoice>[]> {
  const { rows } = await sql<z.input<typeof issuedInvoice>>`
    select i.id, i.order_id as "orderId", i.invoice_number as number, i.kind, i.seller, i.issued_at as "issuedAt",
      i.total_cents as "totalCents", i.currency, ${isReplaced} as "isReplaced"
    from invoices i join orders o on o.id = i.order_id
      join invoice_series s on s.id = i.series_id
      join invoice_sellers v on v.id = s.seller_id
    where i.order_id = any(${orderIds.filter(isId)}::uuid[]) and ${canDownload(requireCaller(context))}
    order by ${isReplaced}, i.kind desc, i.issued_at, i.refund_id, i.seller`.execute(context.db)
  return rows
}
