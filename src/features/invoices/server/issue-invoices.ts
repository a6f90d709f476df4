import { sql } from 'kysely'
import type { Transaction } from '~/database/connect'
import { NO_TAX, type Tax } from '~/lib/tax'
import { cancelLine, type RefundedItem, writeCreditNoteLines } from '../rules/credit-note-lines'
import { type SoldItem, writeInvoiceLines } from '../rules/invoice-lines'
import { describeSeller } from './describe-seller'
import { findOrder, listSettledRefunds, type OrderToInvoice, type SettledRefund } from './find-order'
import { getSellerId, type Seller } from './get-seller'
import { type InvoiceContent, insertInvoice, type NewInvoice, type InvoiceParty } from './insert-invoice'

/**
 * The sellers in the order in which their number series are locked. The series of the platform is last, because the
 * orders of all organizers need it.
 */
const SELLERS = ['organizer', 'platform'] as const

interface IssuedInvoice {
  id: string
  sellerId: string
  seller: NewInvoice['seller']
  refundId: string | null
  /** The invoice that a credit note corrects; null for an invoice. */
  corrects: string | null
  billingVersion: number
  taxCents: number
  totalCents: number
  content: InvoiceContent
}

export interface IssueOptions {
  orderId: string
  issuedAt: Date
  /** The site's name. */
  platformName: string
  platform: InvoiceParty
}

/**
 * Issues the missing invoices and credit notes of an order: the organizer's for the tickets, the platform's for the
 * service fee. If the buyer has changed the billing details since an invoice was issued, a new invoice replaces it
 * and a credit note cancels it. The seller of the tickets is the current organizer of the event. Does nothing for an
 * order without money. Locks the order.
 */
export async function issueInvoices(trx: Transaction, options: IssueOptions): Promise<void> {
  const order = await findOrder(trx, options.orderId)
  if (order === undefined) return
  const issued = await listIssued(trx, options.orderId)
  // Issues all invoices before all credit notes, so that every order locks the series in the same sequence.
  for (const seller of SELLERS)
    if (needsInvoice(issued, seller, order)) await issueInvoice(trx, { seller, order, options })
  for (const seller of SELLERS) await cancelReplaced(trx, { seller, order, options })
  const refunds = await listSettledRefunds(trx, options.orderId)
  for (const seller of SELLERS)
    for (const refund of refunds) await issueCreditNote(trx, { seller, order, refund, options })
}

/**
 * Whether an invoice is missing or must be replaced. An invoice with a credit note is never replaced, because the
 * buyer can no longer change its details.
 */
function needsInvoice(
  issued: readonly IssuedInvoice[],
  seller: NewInvoice['seller'],
  { billingVersion }: OrderToInvoice,
): boolean {
  const invoice = findLatest(issued, seller)
  return (
    invoice === undefined ||
    (invoice.billingVersion < billingVersion && !issued.some(({ corrects }) => corrects === invoice.id))
  )
}

const findLatest = (
  issued: readonly IssuedInvoice[],
  seller: NewInvoice['seller'],
): IssuedInvoice | undefined =>
  issued
    .filter((invoice) => invoice.seller === seller && invoice.corrects === null)
    .toSorted((a, b) => b.billingVersion - a.billingVersion)[0]

async function listIssued(trx: Transaction, orderId: string): Promise<IssuedInvoice[]> {
  const { rows } = await sql<IssuedInvoice>`
    select i.id, s.seller_id as "sellerId", i.seller, i.refund_id as "refundId", i.corrects,
      i.billing_version as "billingVersion", i.tax_cents as "taxCents",
      i.total_cents as "totalCents", i.content
    from invoices i join invoice_series s on s.id = i.series_id where i.order_id = ${orderId}`.execute(trx)
  return rows
}

async function issueInvoice(
  trx: Transaction,
  {
    seller,
    order,
    options: { orderId, issuedAt, platformName, platform },
  }: { seller: NewInvoice['seller']; order: OrderToInvoice; options: IssueOptions },
): Promise<void> {
  const tax = seller === 'organizer' ? order.tax : getFeeTax(order)
  const lines = writeInvoiceLines(seller === 'organizer' ? order.tickets : [createFee(order.feeCents)], tax)
  if (lines.every(({ totalCents }) => totalCents === 0)) return
  const by = seller === 'organizer' ? findOrganizer(order) : getPlatform(order, platformName)
  if (by === undefined) return
  await insertInvoice(trx, {
    sellerId: await getSellerId(trx, by),
    seller,
    orderId,
    billingVersion: order.billingVersion,
    currency: order.currency,
    issuedAt,
    content: { ...order.content, seller: await describeSeller(trx, by, platform), tax, lines },
  })
}

const createFee = (cents: number): SoldItem => ({
  item: 'service_fee',
  name: '',
  quantity: 1,
  unitCents: cents,
  discountCents: 0,
})

const getFeeTax = ({ feeTaxPpm }: OrderToInvoice): Tax =>
  feeTaxPpm === 0 ? NO_TAX : { mode: 'included', ratePpm: feeTaxPpm }

const findOrganizer = ({ organizer }: OrderToInvoice): Seller | undefined =>
  organizer === null ? undefined : { kind: 'organizer', profileId: organizer.id, name: organizer.name }

const getPlatform = ({ isSample }: OrderToInvoice, name: string): Seller => ({
  kind: isSample ? 'sample_platform' : 'platform',
  name,
})

/** Cancels the replaced invoices of a seller, each with a credit note for its full amount. */
async function cancelReplaced(
  trx: Transaction,
  {
    seller,
    order,
    options: { orderId, issuedAt },
  }: { seller: NewInvoice['seller']; order: OrderToInvoice; options: IssueOptions },
): Promise<void> {
  const issued = await listIssued(trx, orderId)
  const latest = findLatest(issued, seller)
  for (const invoice of issued) {
    const isReplaced = invoice.seller === seller && invoice.corrects === null && invoice.id !== latest?.id
    if (!isReplaced || issued.some(({ corrects }) => corrects === invoice.id)) continue
    await insertInvoice(trx, {
      sellerId: invoice.sellerId,
      seller,
      orderId,
      billingVersion: invoice.billingVersion,
      credits: { refundId: null, invoiceId: invoice.id },
      currency: order.currency,
      issuedAt,
      content: { ...invoice.content, lines: invoice.content.lines.map(cancelLine) },
    })
  }
}

/**
 * Issues the credit note for a refund. Copies names, buyer and tax from the invoice that it corrects, because the
 * accounts may have been deleted since.
 */
async function issueCreditNote(
  trx: Transaction,
  {
    seller,
    order,
    refund,
    options: { orderId, issuedAt },
  }: { seller: NewInvoice['seller']; order: OrderToInvoice; refund: SettledRefund; options: IssueOptions },
): Promise<void> {
  const issued = (await listIssued(trx, orderId)).filter((invoice) => invoice.seller === seller)
  const invoice = findLatest(issued, seller)
  const cents = seller === 'organizer' ? refund.cents - refund.feeCents : refund.feeCents
  if (invoice === undefined || cents === 0 || issued.some(({ refundId }) => refundId === refund.id)) return
  const { taxCents, totalCents } = invoice
  const creditedCents = issued
    .filter(({ corrects }) => corrects === invoice.id)
    .reduce((sum, note) => sum - note.totalCents, 0)
  const items = seller === 'organizer' ? refund.tickets : [toRefundedItem(createFee(cents))]
  await insertInvoice(trx, {
    sellerId: invoice.sellerId,
    seller,
    orderId,
    billingVersion: invoice.billingVersion,
    credits: { refundId: refund.id, invoiceId: invoice.id },
    currency: order.currency,
    issuedAt,
    content: {
      ...invoice.content,
      lines: writeCreditNoteLines(
        { cents, creditedCents, items },
        { tax: invoice.content.tax, taxCents, totalCents },
      ),
    },
  })
}

const toRefundedItem = (item: SoldItem): RefundedItem => ({
  ...item,
  shareCents: item.unitCents,
  ticketNumbers: [],
})
