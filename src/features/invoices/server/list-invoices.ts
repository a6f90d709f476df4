import { sql } from 'kysely'
import type { z } from 'zod'
import { isId } from '~/lib/ids'
import { signedIn } from '~/platform/rpc/context'
import type { issuedInvoice } from '../contract'
import type { Context } from './context'

/** Lists the invoices and credit notes of those orders that the caller bought, the oldest first, the organizer's before the site's. */
export async function listInvoices(
  context: Pick<Context, 'caller' | 'db'>,
  orderIds: readonly string[],
): Promise<z.input<typeof issuedInvoice>[]> {
  const { rows } = await sql<z.input<typeof issuedInvoice>>`
    select i.id, i.order_id as "orderId", i.invoice_number as number, i.kind, i.seller, i.issued_at as "issuedAt",
      i.total_cents as "totalCents", i.currency
    from invoices i join orders o on o.id = i.order_id
    where i.order_id = any(${orderIds.filter(isId)}::uuid[]) and o.customer_id = ${signedIn(context).id}
    order by i.kind desc, i.issued_at, i.refund_id, i.seller`.execute(context.db)
  return rows
}
