import { outlineText } from '~/design/flyer/server/text-outline'
import { MARK_PATHS, MARK_SIZE } from '~/design/mark-paths'
import type { Currency } from '~/lib/currency'
import { formatMoney, formatPrice } from '~/lib/money'
import { toSentenceCase } from '~/lib/sentence-case'
import { type PriceTerms, computeShownCents, computeShownLines } from '~/features/settings/rules/shown-price'
import { formatIncludedFee } from '~/features/orders/rules/price'
import { createPdfSheet, HEIGHT, INK, INK_2, INK_3, WIDTH, type Sheet } from './pdf-sheet'

/** The texts of a receipt, ready to print; amounts in cents. */
export interface Receipt {
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
  priceDisplay: PriceTerms['priceDisplay']
  currency: Currency
  feeBasisPoints: number
  feeCents: number
  totalCents: number
  refundedCents: number
  soldBy: string
  ticketNumbers: string[]
}

const MARGIN = 64
const MEASURE = WIDTH - 2 * MARGIN

/** Creates a receipt of one A4 page without color. */
export async function createReceiptPdf(receipt: Receipt): Promise<Buffer> {
  const { siteName, orderNumber, eventLine } = receipt
  const sheet = await createPdfSheet({ title: `Receipt ${orderNumber}`, subject: eventLine, siteName })
  sheet.addPage()
  drawHead(sheet, receipt)
  const title = await drawTitle(sheet)
  const facts = drawFacts(sheet, receipt, title + 60)
  const items = drawItems(sheet, receipt, facts + 40)
  drawTotals(sheet, receipt, items + 8)
  drawFoot(sheet, receipt)
  return sheet.finish()
}

function drawHead(sheet: Sheet, receipt: Receipt): void {
  const mark = 30
  for (const d of MARK_PATHS) sheet.path(d, MARGIN, 56, { scale: mark / MARK_SIZE })
  sheet.text(receipt.siteName, MARGIN + mark + 12, 59, { size: 17, weight: 'bold' })
  sheet.text('Receipt issued', MARGIN, 56, { size: 13, width: MEASURE, align: 'right' })
  sheet.text(receipt.issuedOn, MARGIN, 74, { size: 13, weight: 'strong', width: MEASURE, align: 'right' })
}

/** Draws the title over the full width, like a flyer's. Returns its baseline. */
async function drawTitle(sheet: Sheet): Promise<number> {
  const { d, advance } = await outlineText('Receipt', { size: 172, weight: 820, width: 118 })
  const scale = MEASURE / advance
  const baseline = 130 + 128 * scale
  sheet.path(d, MARGIN, baseline, { scale })
  return baseline
}

function drawFacts(sheet: Sheet, receipt: Receipt, y: number): number {
  sheet.rule(MARGIN, y, MEASURE, { color: INK, thickness: 2 })
  const columns = [
    { label: 'Order', lines: [receipt.orderNumber], x: 0, width: 124 },
    { label: 'Paid by', lines: [receipt.paidBy.name, receipt.paidBy.email], x: 132, width: 240 },
    { label: 'Paid with', lines: [receipt.paidWith.method, receipt.paidWith.at], x: 384, width: 176 },
    { label: 'Status', lines: [toSentenceCase(receipt.status)], x: 572, width: 94 },
  ]
  const ends = columns.map(({ label, lines, x, width }) => {
    let top = sheet.text(label, MARGIN + x, y + 14, { size: 13, color: INK_3, width })
    for (const line of lines) top = sheet.text(line, MARGIN + x, top, { size: 14, weight: 'strong', width })
    return top
  })
  return Math.max(...ends)
}

const QUANTITY = 440
const PRICE = 540
function drawItems(sheet: Sheet, receipt: Receipt, y: number): number {
  const head = { size: 13, weight: 'strong', color: INK_3 } as const
  sheet.text('Item', MARGIN, y, head)
  sheet.text('Quantity', MARGIN, y, { ...head, width: QUANTITY, align: 'right' })
  sheet.text('Price', MARGIN, y, { ...head, width: PRICE, align: 'right' })
  sheet.text('Amount', MARGIN, y, { ...head, width: MEASURE, align: 'right' })
  const amounts = computeShownLines(
    receipt.items.map((item) => item.quantity * item.unitCents),
    receipt,
  )
  let top = y + 28
  for (const [index, item] of receipt.items.entries()) {
    sheet.rule(MARGIN, top, MEASURE)
    const cell = { size: 15, align: 'right' } as const
    const middle = top + 22
    sheet.text(String(item.quantity), MARGIN, middle, { ...cell, width: QUANTITY })
    sheet.text(formatPrice(computeShownCents(item.unitCents, receipt), receipt.currency), MARGIN, middle, {
      ...cell,
      width: PRICE,
    })
    sheet.text(formatPrice(amounts[index] ?? 0, receipt.currency), MARGIN, middle, {
      ...cell,
      width: MEASURE,
    })
    const name = sheet.text(item.name, MARGIN, top + 12, { size: 15, weight: 'strong', width: 370 })
    top = sheet.text(receipt.eventLine, MARGIN, name, { size: 13, color: INK_2, width: 370 }) + 12
  }
  return top
}

function drawTotals(sheet: Sheet, receipt: Receipt, y: number): void {
  const width = 320
  const x = MARGIN + MEASURE - width
  sheet.rule(x, y, width, { color: INK_2, thickness: 2, dashed: true })
  const isAllIn = receipt.priceDisplay === 'all_in'
  const rows: [string, string][] = isAllIn
    ? []
    : [
        ['Subtotal', formatMoney(receipt.subtotalCents, receipt.currency)],
        [`Service fee (${receipt.feeBasisPoints / 100}%)`, formatMoney(receipt.feeCents, receipt.currency)],
      ]
  if (receipt.discount.cents > 0)
    rows.unshift(
      ['Tickets', formatMoney(computeShownCents(sumBeforeDiscount(receipt), receipt), receipt.currency)],
      [formatDiscountLabel(receipt), `-${formatMoney(computeShownDiscount(receipt), receipt.currency)}`],
    )
  let top = y + 20
  for (const [label, amount] of rows) {
    sheet.text(label, x, top, { size: 15, width })
    top = sheet.text(amount, x, top, { size: 15, width, align: 'right' }) + 6
  }
  sheet.text('Total', x, top + 2, { size: 24, weight: 'bold', width })
  top = sheet.text(formatPrice(receipt.totalCents, receipt.currency), x, top + 2, {
    size: 24,
    weight: 'bold',
    width,
    align: 'right',
  })
  if (isAllIn) {
    top = sheet.text(formatIncludedFee(receipt.feeCents, receipt.currency), x, top, {
      size: 15,
      width,
      align: 'right',
    })
  }
  if (receipt.refundedCents === 0) return
  sheet.text('Refunded', x, top + 6, { size: 15, width })
  sheet.text(`-${formatMoney(receipt.refundedCents, receipt.currency)}`, x, top + 6, {
    size: 15,
    width,
    align: 'right',
  })
}

const formatDiscountLabel = ({ discount }: Receipt): string =>
  discount.code === null ? 'Discount' : `Discount ${discount.code}`

const sumBeforeDiscount = ({ items }: Receipt): number =>
  items.reduce((sum, item) => sum + item.quantity * item.unitCents, 0)

/**
 * Returns the discount as shown: with the fee included in prices, the discount includes its fee, so that the lines add
 * up to the total.
 */
function computeShownDiscount(receipt: Receipt): number {
  const before = sumBeforeDiscount(receipt)
  return computeShownCents(before, receipt) - computeShownCents(before - receipt.discount.cents, receipt)
}

function drawFoot(sheet: Sheet, receipt: Receipt): void {
  const y = HEIGHT - 116
  sheet.rule(MARGIN, y, MEASURE)
  const style = { size: 13, color: INK_2, width: MEASURE - 60 }
  const below = sheet.text(receipt.soldBy, MARGIN, y + 16, style)
  const numbers = receipt.ticketNumbers.length > 0 ? `Tickets ${receipt.ticketNumbers.join(', ')}. ` : ''
  sheet.text(`${numbers}Refunds are made to the original payment method.`, MARGIN, below, style)
  sheet.text('1 of 1', MARGIN, y + 16, { ...style, width: MEASURE, align: 'right' })
}
