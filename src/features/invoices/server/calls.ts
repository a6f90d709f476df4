import { requireCaller } from '~/platform/rpc/context'
import { implementCalls } from '~/platform/rpc/implement'
import { invoicesContract } from '../contract'
import { getBillingDetails, saveBillingDetails } from './billing-details'
import type { Context } from './context'
import { listInvoices } from './list-invoices'
import { getOrderBilling, saveOrderBilling } from './order-billing'

const calls = implementCalls<Context>()(invoicesContract)

export const invoicesCalls = calls.router({
  list: calls.list.handler(async ({ context, input }) => ({
    invoices: await listInvoices(context, input.orderIds),
  })),
  file: calls.file.handler(async ({ context, input }) => {
    // Downloads of invoices share this limit with downloads of all other files of orders.
    await context.limits.consume('order_files', requireCaller(context).id, { points: 60, seconds: 600 })
    // Lazy import: fonts and the PDF writer are loaded with the first file request.
    const { getInvoiceFile } = await import('./documents/get-invoice-file')
    return getInvoiceFile(context, input.invoiceId)
  }),
  billing: {
    get: calls.billing.get.handler(async ({ context }) => ({ details: await getBillingDetails(context) })),
    save: calls.billing.save.handler(async ({ context, input }) => {
      await saveBillingDetails(context, input)
      return { details: input }
    }),
  },
  order: {
    getBilling: calls.order.getBilling.handler(({ context, input }) =>
      getOrderBilling(context, input.orderId),
    ),
    saveBilling: calls.order.saveBilling.handler(({ context, input: { orderId, ...details } }) =>
      saveOrderBilling(context, orderId, details),
    ),
  },
})
