import { z } from 'zod'
import { isCountry } from '~/lib/country'
import { CURRENCIES } from '~/lib/currency'
import { cleanAddress, findAddressProblem } from '~/lib/postal-address'
import { cleanSingleLineText } from '~/lib/single-line-text'
import { defineCalls, id, instant } from '~/platform/rpc/contract'

const own = defineCalls('invoices', 'signed_in')
const seller = defineCalls('invoices', 'member')

export const issuedInvoice = z.object({
  id,
  orderId: id,
  /** The invoice number, such as JW-2026-00148, or JW-2026-C-00012 for a credit note. */
  number: z.string(),
  kind: z.enum(['invoice', 'credit_note']),
  /** The organizer sells the tickets; the platform charges the service fee. */
  seller: z.enum(['organizer', 'platform']),
  issuedAt: instant,
  /** Negative in a credit note. */
  totalCents: z.int(),
  /** True for an invoice that was cancelled and replaced, and for the credit note that cancelled it. */
  isReplaced: z.boolean(),
  currency: z.enum(CURRENCIES),
})
export type IssuedInvoice = z.output<typeof issuedInvoice>

const MAX_NAME_LENGTH = 120
const MAX_TAX_ID_LENGTH = 40

const billedName = z
  .string()
  .overwrite(cleanSingleLineText)
  .max(MAX_NAME_LENGTH, `Use at most ${MAX_NAME_LENGTH} characters.`)
const address = z
  .string()
  .overwrite(cleanAddress)
  .check(({ value, issues }) => {
    const message = findAddressProblem(value)
    if (message !== undefined) issues.push({ code: 'custom', input: value, message })
  })
/** The tax ID of the buyer or seller; empty if they have none. */
const taxId = z
  .string()
  .overwrite(cleanSingleLineText)
  .max(MAX_TAX_ID_LENGTH, `Use at most ${MAX_TAX_ID_LENGTH} characters.`)

export const billingDetails = z.object({
  legalName: billedName.min(1, 'Enter your name, or your company’s.'),
  /** The lines of the address, without the country. */
  address: address.min(1, 'Enter your address.'),
  country: z.string().refine(isCountry, 'Choose a country.'),
  taxId,
})
export type BillingDetails = z.output<typeof billingDetails>

export const orderBilling = z.object({
  details: billingDetails.nullable(),
  /** The time until which the details can be changed; null if they can't be. */
  changeableUntil: instant.nullable(),
})

/** The number of days after the payment during which the buyer can change the billing details of the invoices. */
export const BILLING_CHANGE_DAYS = 14
export const MAX_BILLING_CHANGES = 5

const byOrder = z.object({ orderId: id })
const NOT_FOUND = { status: 404, message: 'Order not found' }

export const invoicesContract = {
  list: own('GET', '/invoices', 'The invoices and credit notes of orders that you bought or sold')
    .input(z.object({ orderIds: z.array(id).min(1).max(100) }))
    .output(z.object({ invoices: z.array(issuedInvoice) })),

  // Allowed for the buyer of the order, the organizer who is the seller, and admins. Pages and other programs use the
  // same URL.
  file: own('GET', '/invoices/{invoiceId}/invoice.pdf', 'An invoice or a credit note as a PDF')
    .errors({ NOT_FOUND: { status: 404, message: 'Invoice not found' } })
    .input(z.object({ invoiceId: id }))
    .output(z.file()),

  billing: {
    get: seller('GET', '/billing-details', 'Get your billing details for the invoices of your events').output(
      z.object({ details: billingDetails.nullable() }),
    ),
    save: seller('PUT', '/billing-details', 'Change your billing details for future invoices of your events')
      .input(billingDetails)
      .output(z.object({ details: billingDetails })),
  },

  order: {
    getBilling: own(
      'GET',
      '/orders/{orderId}/billing-details',
      'Get the billing details for the invoices of your order',
    )
      .errors({ NOT_FOUND })
      .input(byOrder)
      .output(orderBilling),
    saveBilling: own(
      'PUT',
      '/orders/{orderId}/billing-details',
      'Change the billing details for the invoices of your order. Credit notes cancel the issued invoices, and new ones replace them.',
    )
      .errors({
        NOT_FOUND,
        TOO_LATE: {
          status: 409,
          message: `Invoices can be changed until ${BILLING_CHANGE_DAYS} days after the payment.`,
        },
        REFUNDED: {
          status: 409,
          message: 'A part of this order was refunded, so its invoices can no longer be changed.',
        },
        TOO_MANY_CHANGES: {
          status: 409,
          message: `You can change the billing details ${MAX_BILLING_CHANGES} times. You have reached this limit.`,
        },
      })
      .input(byOrder.extend(billingDetails.shape))
      .output(orderBilling),
  },
}
