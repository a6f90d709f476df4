import { calculateTax } from '~/lib/tax'
import { type InvoiceLine, type SoldItem, type Tax, writeInvoiceLines } from './invoice-lines'

export interface RefundedItem {
  item: SoldItem['item']
  name: string
  /** Refunded seats. */
  quantity: number
  unitCents: number
  /** Their share of the item's price, after the discount. */
  shareCents: number
  ticketNumbers: string[]
}

/**
 * Returns the lines of a credit note, in negative amounts, for `cents` of the price. `creditedCents` is what earlier credit notes
 * of the same invoice have credited of it. The tax is the difference between the taxes of the two running totals, so that the credit
 * notes of a fully refunded order cancel its invoice to the cent.
 */
export function writeCreditNoteLines(
  refund: { cents: number; creditedCents: number; items: readonly RefundedItem[] },
  tax: Tax,
): InvoiceLine[] {
  const items = fitShares(refund.items, refund.cents)
  const lines = writeInvoiceLines(
    items.map(({ item, name, quantity, unitCents, shareCents }) => ({
      item,
      name,
      quantity,
      unitCents,
      discountCents: quantity * unitCents - shareCents,
    })),
    tax,
  )
  const after = calculateTax(refund.creditedCents + refund.cents, tax.rateBasisPoints, tax.mode)
  const before = calculateTax(refund.creditedCents, tax.rateBasisPoints, tax.mode)
  return fitTax(lines, after.taxCents - before.taxCents, tax).map((line, index) => ({
    ...line,
    unitCents: negate(line.unitCents),
    discountCents: negate(line.discountCents),
    netCents: negate(line.netCents),
    taxCents: negate(line.taxCents),
    totalCents: negate(line.totalCents),
    ticketNumbers: items[index]?.ticketNumbers ?? [],
  }))
}

/** Adds what the shares lack of the refunded amount to the largest one. They differ only if a seat's share rounds to nothing. */
function fitShares(items: readonly RefundedItem[], cents: number): RefundedItem[] {
  const missing = cents - items.reduce((sum, { shareCents }) => sum + shareCents, 0)
  return changeLargest(
    items,
    ({ shareCents }) => shareCents,
    (item) => ({ ...item, shareCents: item.shareCents + missing }),
  )
}

/** Moves the cent by which rounding of this credit note alone differs from the running totals to or from the largest line. */
function fitTax(lines: readonly InvoiceLine[], taxCents: number, { mode }: Tax): InvoiceLine[] {
  const missing = taxCents - lines.reduce((sum, line) => sum + line.taxCents, 0)
  return changeLargest(
    lines,
    (line) => (missing < 0 ? line.taxCents : line.netCents),
    (line) => ({
      ...line,
      taxCents: line.taxCents + missing,
      netCents: line.netCents - (mode === 'included' ? missing : 0),
      totalCents: line.totalCents + (mode === 'included' ? 0 : missing),
    }),
  )
}

function changeLargest<Item>(
  items: readonly Item[],
  measure: (item: Item) => number,
  change: (item: Item) => Item,
): Item[] {
  const sizes = items.map(measure)
  const largest = sizes.indexOf(Math.max(...sizes))
  return items.map((item, index) => (index === largest ? change(item) : item))
}

/** Without -0, which JSON and comparisons treat differently. */
const negate = (cents: number) => (cents === 0 ? 0 : -cents)
