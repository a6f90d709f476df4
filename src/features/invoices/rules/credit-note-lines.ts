import { roundShare, splitCents } from '~/lib/split-cents'

import { calculateTax, type Tax } from '~/lib/tax'
import type { InvoiceLine, SoldItem } from './invoice-lines'

export interface RefundedItem {
  item: SoldItem['item']
  name: string
  /** The number of refunded tickets. */
  quantity: number
  unitCents: number
  /** The part of the item's amount that the refunded tickets cost, after the discount and with added tax. */
  shareCents: number
  ticketNumbers: string[]
}

/**
 * Returns the lines of a credit note, in negative amounts, for a refund of `cents` of an invoice's total.
 * `creditedCents` is the sum of earlier credit notes for the same invoice. The tax is the tax on everything credited
 * so far minus the tax on `creditedCents`. So the credit notes of a fully refunded order cancel its invoice to the
 * cent.
 */
export function writeCreditNoteLines(
  refund: { cents: number; creditedCents: number; items: readonly RefundedItem[] },
  invoice: { tax: Tax; taxCents: number; totalCents: number },
): InvoiceLine[] {
  const { tax } = invoice
  const isAdded = tax.mode === 'added'
  const items = adjustSharesToTotal(refund.items, refund.cents)
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

/**
 * Makes the shares sum to the refunded amount by adding the difference to the largest share. The sums differ only if
 * a ticket's share rounds to zero.
 */
function adjustSharesToTotal(items: readonly RefundedItem[], cents: number): RefundedItem[] {
  const shares = items.map(({ shareCents }) => shareCents)
  const missing = cents - shares.reduce((sum, share) => sum + share, 0)
  const largest = shares.indexOf(Math.max(...shares))
  return items.map((item, index) =>
    index === largest ? { ...item, shareCents: item.shareCents + missing } : item,
  )
}

/** Avoids -0, which JSON and comparisons treat differently from 0. */
const negate = (cents: number) => (cents === 0 ? 0 : -cents)
