import { splitTax, type Tax } from '~/lib/tax'

export interface SoldItem {
  item: 'ticket' | 'service_fee'
  /** The name of the ticket type; empty for the service fee. */
  name: string
  quantity: number
  unitCents: number
  discountCents: number
}

/**
 * A line of an invoice. Its price is `quantity * unitCents - discountCents`. If prices include tax, this is the total
 * of the line. Otherwise, it is the net amount. All amounts of a credit note are negative.
 */
export interface InvoiceLine extends SoldItem {
  netCents: number
  taxCents: number
  totalCents: number
  /** The numbers of the refunded tickets. */
  ticketNumbers: string[]
}

export interface InvoiceTotals {
  netCents: number
  taxCents: number
  totalCents: number
}

/** Returns the lines of an invoice for the items of an order. The taxes of the lines sum to the tax on the total. */
export function writeInvoiceLines(items: readonly SoldItem[], tax: Tax): InvoiceLine[] {
  const prices = items.map(({ quantity, unitCents, discountCents }) => quantity * unitCents - discountCents)
  const taxes = splitTax(prices, tax)
  return items.map((item, line) => {
    const { netCents = 0, taxCents = 0, grossCents = 0 } = taxes[line] ?? {}
    return { ...item, netCents, taxCents, totalCents: grossCents, ticketNumbers: [] }
  })
}

export function sumLines(lines: readonly InvoiceTotals[]): InvoiceTotals {
  const totals = { netCents: 0, taxCents: 0, totalCents: 0 }
  for (const { netCents, taxCents, totalCents } of lines) {
    totals.netCents += netCents
    totals.taxCents += taxCents
    totals.totalCents += totalCents
  }
  return totals
}
