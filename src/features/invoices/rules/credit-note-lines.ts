import { roundShare, splitCents } from '~/lib/split-cents'

import { calculateTax, type Tax } from '~/lib/tax'
import type { InvoiceLine, SoldItem } from './invoice-lines'

export interface RefundedItem {
  item: SoldItem['item']
  name: string
  /** Refunded seats. */
  quantity: number
  unitCents: number
  /** The tickets' share of the item's amount, after the discount and with added tax. */
  shareCents: number
  ticketNumbers: string[]
}

/**
 * Returns the lines of a credit note, in negative amounts, for `cents` of an invoice's total. `creditedCents` is what earlier credit
 * notes of the same invoice have credited of it. The tax is the difference between the taxes of the two running totals, so that the
 * credit notes of a fully refunded order cancel its invoice to the cent.
 */
export function writeCreditNoteLines(
  refund: { cents: number; creditedCents: number; items: readonly RefundedItem[] },
  invoice: { tax: Tax; taxCents: number; totalCents: number },
): InvoiceLine[] {
  const { tax } = invoice
  const isAdded = tax.mode === 'added'
  const items = fitShares(refund.items, refund.cents)
  const getTax = (cents: number) =>
    isAdded ? roundShare(invoice.taxCents, cents, invoice.totalCents) : calculateTax(cents, tax).taxCents
  const taxes = splitCents(
    getTax(refund.creditedCents + refund.cents) - getTax(refund.creditedCents),
    items.map(({ shareCents }) => shareCents),
  )
  return items.map(({ item, name, quantity, unitCents, shareCents, ticketNumbers }, index) => {
    const taxCents = taxes[index] ?? 0
    const price = isAdded ? shareCents - taxCents : shareCents
    return {
      item,
      name,
      quantity,
      unitCents: negate(unitCents),
      discountCents: negate(quantity * unitCents - price),
      netCents: negate(shareCents - taxCents),
      taxCents: negate(taxCents),
      totalCents: negate(shareCents),
      ticketNumbers,
    }
  })
}

/** Returns the line of a credit note that cancels a line of an invoice. */
export function cancelLine(line: InvoiceLine): InvoiceLine {
  return {
    ...line,
    unitCents: negate(line.unitCents),
    discountCents: negate(line.discountCents),
    netCents: negate(line.netCents),
    taxCents: negate(line.taxCents),
    totalCents: negate(line.totalCents),
  }
}

/** Adds what the shares lack of the refunded amount to the largest one. They differ only if a seat's share rounds to nothing. */
function fitShares(items: readonly RefundedItem[], cents: number): RefundedItem[] {
  const shares = items.map(({ shareCents }) => shareCents)
  const missing = cents - shares.reduce((sum, share) => sum + share, 0)
  const largest = shares.indexOf(Math.max(...shares))
  return items.map((item, index) =>
    index === largest ? { ...item, shareCents: item.shareCents + missing } : item,
  )
}

/** Without -0, which JSON and comparisons treat differently. */
const negate = (cents: number) => (cents === 0 ? 0 : -cents)
