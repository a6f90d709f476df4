import { formatClock, formatDay, formatShortDate, formatShortDay } from '~/lib/time'
import type { PriceTerms } from '~/features/settings/rules/shown-price'
import { formatTicketCode } from '../../rules/ticket-code'
import type { OrderRecord, TicketRecord } from './order-record'
import { formatPlace } from './format-place'
import { createReceiptPdf } from './receipt-pdf'
import { createTicketsPdf } from './ticket-pdf'

/**
 * Returns a PDF of the order's valid tickets: those of `holderId` (default: the buyer), or only the ticket `ticketId` of
 * any holder. Undefined when there is none.
 */
export async function printTickets(
  record: TicketRecord,
  { siteName, ticketId, holderId }: { siteName: string; ticketId?: string; holderId?: string },
): Promise<Buffer | undefined> {
  const { order, tickets } = record
  const holder =
    ticketId === undefined
      ? (holderId ?? order.customer_id)
      : tickets.find(({ id }) => id === ticketId)?.customer_id
  const theirs = tickets.filter(({ status, customer_id: id }) => status === 'valid' && id === holder)
  const ofType = Map.groupBy(theirs, ({ type_name: name }) => name)
  const pages = theirs
    .filter(({ id }) => ticketId === undefined || id === ticketId)
    .map((ticket) => ({ ticket, alike: ofType.get(ticket.type_name) ?? [] }))
    .map(({ ticket, alike }) => ({
      number: ticket.ticket_number,
      code: formatTicketCode(ticket.secret),
      typeName: ticket.type_name,
      position: alike.indexOf(ticket) + 1,
      count: alike.length,
      orderNumber: order.order_number,
      title: order.title,
      date: formatDay(order.event_date, order.timezone),
      time: formatClock(order.event_date, order.timezone),
      shortDate: formatShortDay(order.event_date, order.timezone),
      venueName: order.venue_name,
      venueAddress: order.venue_address,
      location: order.location,
      holder: ticket.holder_name ?? order.buyer_name,
      ageRestriction: order.age_restriction,
    }))
  return pages.length === 0 ? undefined : createTicketsPdf(pages, siteName)
}

const PROVIDER_NAMES: Record<string, string> = { sandbox: 'Sandbox, no money moved', stripe: 'Card' }

/** Returns the receipt of a confirmed or refunded order; `now` is the date of issue. */
export function printReceipt(
  record: OrderRecord,
  { now, siteName }: { now: Date; siteName: { name: string; priceDisplay: PriceTerms['priceDisplay'] } },
): Promise<Buffer> {
  const { order, items, tickets, payment, refundedCents } = record
  const zone = order.timezone
  const paidAt = payment?.settled_at ?? order.confirmed_at ?? order.created_at
  const eventDate = formatMoment(order.event_date, zone)
  return createReceiptPdf({
    siteName: siteName.name,
    orderNumber: order.order_number,
    status: order.status,
    issuedOn: formatDay(now, zone),
    paidBy: { name: order.buyer_name, email: order.buyer_email },
    paidWith: {
      method:
        payment === undefined ? 'Nothing to pay' : (PROVIDER_NAMES[payment.provider] ?? payment.provider),
      at: formatMoment(paidAt, zone),
    },
    eventLine: `${order.title}, ${eventDate}, ${order.venue_name}, ${order.location}`,
    items: items.map((item) => ({ name: item.name, quantity: item.quantity, unitCents: item.unit_cents })),
    discount: {
      code: order.promo_code,
      cents: items.reduce((sum, item) => sum + item.discount_cents, 0),
    },
    subtotalCents: order.subtotal_cents,
    priceDisplay: siteName.priceDisplay,
    currency: order.currency,
    ...toOrderTax(order),
    feeBasisPoints: order.fee_basis_points,
    feeCents: order.fee_cents,
    totalCents: order.total_cents,
    refundedCents,
    soldBy: `Sold by ${[order.organizer_name, formatPlace(toPlace(order))].filter(Boolean).join(', ')}, through ${siteName.name}.`,
    ticketNumbers: tickets.map((ticket) => ticket.ticket_number),
  })
}

function formatMoment(moment: Date, zone: string): string {
  return `${formatShortDate(moment, zone)}, ${formatClock(moment, zone)}`
}

export function toPlace(order: TicketRecord['order']) {
  return { venueName: order.venue_name, venueAddress: order.venue_address, location: order.location }
}

export function toOrderTax(order: TicketRecord['order']) {
  return {
    tax: { mode: order.tax_mode, ratePpm: order.tax_ppm },
    addedTaxCents: order.added_tax_cents,
    feeTaxPpm: order.fee_tax_ppm,
  }
}
