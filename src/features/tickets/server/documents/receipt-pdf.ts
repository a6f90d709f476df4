import {
  drawFacts,
  drawFoot,
  drawHead,
  drawItem,
  drawItemsHead,
  drawTitle,
  drawTotals,
  drawTotalsRow,
  type Fact,
  MEASURE,
} from '~/design/documents/server/document-parts'
import { createPdfSheet, type Sheet } from '~/design/documents/server/pdf-sheet'
import { formatMoney, formatPrice } from '~/lib/money'
import { toSentenceCase } from '~/lib/sentence-case'
import { type PriceTerms, computeShownCents, computeShownLines } from '~/features/settings/rules/shown-price'
import { formatAddedTaxLabel, listPriceNotes } from '~/features/settings/rules/price-notes'

/** The texts of a receipt, ready to print; amounts in cents. */
export interface Receipt extends PriceTerms {
  siteName: string
  orderNumber: string
  status: string
  issuedOn: string
  paidBy: { name: string; email: string }
  paidWith: { method: string; at: string }
  eventLine: string
  items: { name: string; quantity: number; unitCents: number }[]
  /** The discount on the full order; `code` is its promo code. */
  discount: { code: string | null; cents: number }
  subtotalCents: number
  addedTaxCents: number
  feeCents: number
  totalCents: number
  refundedCents: number
  soldBy: string
  ticketNumbers: string[]
}

/** Creates a receipt of one A4 page without color. */
export async function createReceiptPdf(receipt: Receipt): Promise<Buffer> {
  const { siteName, orderNumber, eventLine, issuedOn } = receipt
  const sheet = await createPdfSheet({ title: `Receipt ${orderNumber}`, subject: eventLine, siteName })
  sheet.addPage()
  drawHead(sheet, { siteName, label: 'Receipt issued', issuedOn })
  const title = await drawTitle(sheet, 'Receipt', 132)
  const facts = drawFacts(sheet, listFacts(receipt), title + 60)
  const items = drawItems(sheet, receipt, facts + 40)
  drawSums(sheet, receipt, items + 8)
  const numbers = receipt.ticketNumbers.length > 0 ? `Tickets ${receipt.ticketNumbers.join(', ')}. ` : ''
  drawFoot(sheet, [receipt.soldBy, `${numbers}Refunds are made to the original payment method.`], '1 of 1')
  return sheet.finish()
}

const listFacts = (receipt: Receipt): Fact[] => [
  { label: 'Order', lines: [receipt.orderNumber], x: 0, width: 124 },
  { label: 'Paid by', lines: [receipt.paidBy.name, receipt.paidBy.email], x: 132, width: 240 },
  { label: 'Paid with', lines: [receipt.paidWith.method, receipt.paidWith.at], x: 384, width: 176 },
  { label: 'Status', lines: [toSentenceCase(receipt.status)], x: 572, width: 94 },
]

const COLUMNS = [
  { label: 'Quantity', end: 440 },
  { label: 'Price', end: 540 },
  { label: 'Amount', end: MEASURE },
]

function drawItems(sheet: Sheet, receipt: Receipt, y: number): number {
  const amounts = computeShownLines(
    receipt.items.map((item) => item.quantity * item.unitCents),
    receipt,
  )
  let top = drawItemsHead(sheet, COLUMNS, y)
  for (const [index, item] of receipt.items.entries()) {
    const cells = [
      String(item.quantity),
      formatPrice(computeShownCents(item.unitCents, receipt), receipt.currency),
      formatPrice(amounts[index] ?? 0, receipt.currency),
    ]
    const row = { name: item.name, details: receipt.eventLine, cells }
    top = drawItem(sheet, row, { columns: COLUMNS, width: 370, y: top })
  }
  return top
}

function drawSums(sheet: Sheet, receipt: Receipt, y: number): void {
  const isAllIn = receipt.priceDisplay === 'all_in'
  const rows: [string, string][] = isAllIn
    ? []
    : [
        ['Subtotal', formatMoney(receipt.subtotalCents, receipt.currency)],
        ...(receipt.addedTaxCents > 0
          ? [
              [formatAddedTaxLabel(receipt), formatMoney(receipt.addedTaxCents, receipt.currency)] as [
                string,
                string,
              ],
            ]
          : []),
        [`Service fee (${receipt.feeBasisPoints / 100}%)`, formatMoney(receipt.feeCents, receipt.currency)],
      ]
  if (receipt.discount.cents > 0)
    rows.unshift(
      ['Tickets', formatMoney(computeShownCents(sumBeforeDiscount(receipt), receipt), receipt.currency)],
      [formatDiscountLabel(receipt), `-${formatMoney(computeShownDiscount(receipt), receipt.currency)}`],
    )
  let top = drawTotals(sheet, { rows, total: formatPrice(receipt.totalCents, receipt.currency) }, y)
  for (const note of listPriceNotes(receipt, receipt)) top = drawTotalsRow(sheet, '', note, top)
  if (receipt.refundedCents === 0) return
  drawTotalsRow(sheet, 'Refunded', `-${formatMoney(receipt.refundedCents, receipt.currency)}`, top + 6)
}

const formatDiscountLabel = ({ discount }: Receipt): string =>
  discount.code === null ? 'Discount' : `Discount ${discount.code}`

const sumBeforeDiscount = ({ items }: Receipt): number =>
  items.reduce((sum, item) => sum + item.quantity * item.unitCents, 0)

/**
 * Returns the discount to print. If prices include the fee, so does the discount; otherwise the lines would not add
 * up to the total.
 */
function computeShownDiscount(receipt: Receipt): number {
  const before = sumBeforeDiscount(receipt)
  return computeShownCents(before, receipt) - computeShownCents(before - receipt.discount.cents, receipt)
}
