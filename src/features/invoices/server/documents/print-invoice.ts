import type { Item } from '~/design/documents/server/document-parts'
import { computeArrivalDay } from '~/features/orders/rules/refund-state'
import { formatBalance } from '~/lib/money'
import { formatTaxName, formatTaxRate } from '~/lib/tax-rate'
import { formatClock, formatDay, formatShortDate } from '~/lib/time'
import type { InvoiceLine } from '../../rules/invoice-lines'
import type { InvoiceRecord } from './find-invoice'
import { createInvoicePdf, type InvoicePaper } from './invoice-pdf'
import { writeParty } from './write-party'

/** Returns the PDF of an invoice or a credit note. */
export function printInvoice(record: InvoiceRecord, { siteName }: { siteName: string }): Promise<Buffer> {
  const { content, currency } = record
  const { tax } = content
  const hasTax = tax.mode !== 'none' && tax.ratePpm > 0
  const rate = formatTaxRate(tax.ratePpm)
  const taxName = formatTaxName(currency)
  const eventLine = formatEvent(record)
  return createInvoicePdf({
    siteName,
    kind: record.kind === 'invoice' ? 'Invoice' : 'Credit note',
    number: record.number,
    issuedOn: formatDay(record.issuedAt, ZONE),
    eventLine,
    facts: listFacts(record),
    soldBy: writeParty(content.seller),
    billedTo: writeBuyer(content.buyer),
    taxName: hasTax ? taxName : undefined,
    items: content.lines.map((line) => writeItem(record, line, hasTax ? [rate] : [])),
    totals: hasTax
      ? [
          ['Net', formatBalance(record.netCents, currency)],
          [
            tax.mode === 'included' ? `${taxName} ${rate}, included` : `${taxName} ${rate}`,
            formatBalance(record.taxCents, currency),
          ],
        ]
      : [],
    total: formatBalance(record.totalCents, currency),
    foot: writeFoot(record, siteName),
  })
}

// Dates are printed in UTC, because the year in the invoice number is the year of issue in UTC.
const ZONE = 'UTC'

function formatEvent({ content: { event } }: InvoiceRecord): string {
  const { title, startsAt, timezone, venue, city } = event
  const parts = [title, formatShortDate(startsAt, timezone), formatClock(startsAt, timezone), venue, city]
  return parts.filter(Boolean).join(', ')
}

function writeBuyer({ name, email, billedTo }: InvoiceRecord['content']['buyer']): string[] {
  if (billedTo === undefined) return [name, email]
  return [...writeParty(billedTo), ...(billedTo.name === name ? [email] : [`${name}, ${email}`])]
}

const METHODS: Record<string, string> = { stripe: 'card', sandbox: 'sandbox' }

function listFacts(record: InvoiceRecord): InvoicePaper['facts'] {
  const { number, corrects, provider, content } = record
  const { startsAt, timezone } = content.event
  const formatPayment = (day: Date | null) =>
    [day && withoutWeekday(formatShortDate(day, ZONE)), METHODS[provider ?? '']].filter(Boolean).join(', ')
  if (record.kind === 'credit_note')
    return [
      ['Credit note', number],
      ['Corrects invoice', corrects ?? ''],
      ['Order', content.orderNumber],
      isReplacement(record)
        ? ['Replaced by', record.replacedBy ?? '']
        : ['Refunded', formatPayment(record.refundedAt)],
    ]
  return [
    ['Invoice', number],
    ['Order', content.orderNumber],
    ['Event date', withoutWeekday(formatDay(startsAt, timezone))],
    ['Paid', formatPayment(record.paidAt)],
  ]
}

/** Whether a credit note cancels an invoice because another invoice replaces it. No money is refunded then. */
const isReplacement = ({ kind, replacedBy }: InvoiceRecord): boolean =>
  kind === 'credit_note' && replacedBy !== null

const withoutWeekday = (day: string): string => day.slice(day.indexOf(' ') + 1)

/**
 * Returns the texts of an item. Its amount is the price of the line, so with added tax the amounts sum to the net
 * amount.
 */
function writeItem(record: InvoiceRecord, line: InvoiceLine, taxCells: readonly string[]): Item {
  const name = line.item === 'ticket' ? line.name : 'Service fee'
  const { currency } = record
  const details = [
    formatEvent(record),
    line.ticketNumbers.length > 0 &&
      `${line.ticketNumbers.length === 1 ? 'Ticket' : 'Tickets'} ${line.ticketNumbers.join(', ')}, no longer valid`,
    line.discountCents !== 0 && `Discount ${formatBalance(-line.discountCents, currency)}`,
  ]
  return {
    name: record.kind === 'invoice' ? name : `${isReplacement(record) ? 'Correction' : 'Refund'}: ${name}`,
    details: details.filter(Boolean).join('. '),
    cells: [
      String(line.quantity),
      formatBalance(line.unitCents, currency),
      ...taxCells,
      formatBalance(line.quantity * line.unitCents - line.discountCents, currency),
    ],
  }
}

/** Names the other seller's invoice or credit note, so that the buyer can add up what they paid. */
function writeFoot(record: InvoiceRecord, siteName: string): string {
  const { kind, seller, other, content, refundSentAt, replacedBy } = record
  const isInvoice = kind === 'invoice'
  const sentences: string[] = []
  if (seller === 'organizer') sentences.push(`Sold by ${content.seller.name} through ${siteName}.`)
  if (other !== null && seller === 'organizer') {
    const fee = formatBalance(Math.abs(other.totalCents), record.currency)
    sentences.push(
      isInvoice
        ? `The ${fee} service fee is on invoice ${other.number}, issued by ${other.sellerName}.`
        : `The ${fee} service fee was ${isReplacement(record) ? 'corrected' : 'refunded'} on credit note ${other.number}, issued by ${other.sellerName}.`,
    )
  }
  if (other !== null && seller === 'platform')
    sentences.push(
      `The tickets, sold by ${other.sellerName}, are on ${isInvoice ? 'invoice' : 'credit note'} ${other.number}.`,
    )
  if (isReplacement(record)) sentences.push('No money is refunded. The tickets remain paid.')
  else if (isInvoice)
    sentences.push(
      replacedBy === null
        ? 'Paid in full. No payment is due.'
        : `Canceled by a credit note, and replaced by invoice ${replacedBy}.`,
    )
  else if (refundSentAt !== null)
    sentences.push(
      `The refund arrives by ${withoutWeekday(formatDay(computeArrivalDay(refundSentAt), ZONE))}.`,
    )
  return sentences.join(' ')
}
