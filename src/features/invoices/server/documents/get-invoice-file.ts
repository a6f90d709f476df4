import { createBoundedRunner } from '~/lib/bounded-cache'
import { isId } from '~/lib/ids'
import { requireCaller } from '~/platform/rpc/context'
import type { Context } from '../context'
import { refuse } from '../refused-error'
import { findInvoice } from './find-invoice'
import { printInvoice } from './print-invoice'

const draw = createBoundedRunner({ atOnce: 4, waiting: 20 })

/**
 * Returns an invoice or a credit note as a PDF that is named after its number.
 * @throws TooBusy
 */
export async function getInvoiceFile(
  context: Pick<Context, 'caller' | 'db' | 'settings'>,
  invoiceId: string,
): Promise<File> {
  if (!isId(invoiceId)) throw refuse('NOT_FOUND')
  const record = await findInvoice(context.db, { invoiceId, caller: requireCaller(context) })
  if (record === undefined) throw refuse('NOT_FOUND')
  const content = await draw(async () =>
    printInvoice(record, { siteName: (await context.settings.read()).name }),
  )
  return new File([new Uint8Array(content)], `${record.number}.pdf`, { type: 'application/pdf' })
}
