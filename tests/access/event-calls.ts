import { newId } from '~/lib/ids'

export type Relation = 'organizer' | 'host' | 'manager' | 'check_in' | 'line_up' | 'asked'

export interface EventCall {
  /** Relations to the event that allow the call; all others get "not found". */
  may: readonly Relation[]
  method: string
  /**
   * Path below /api/v1, with `{event}` for the event's id and `{type}`, `{promo}`, `{order}`, `{ticket}`,
   * `{guest}`, `{dispute}` for the ids of its rows.
   */
  path: string
  /**
   * The request's body. It is valid, but names a checked-in ticket or an old version where success would change data
   * that later calls need.
   */
  body: object | undefined
  /** Part of the message of the "not found" error. */
  gone: string
  /** Admins can make the call too, without a relation to the event. */
  admins?: true
}

const old = { version: 999_999 }
const noOne = newId()
const gone = 'Event not found'
function call(may: readonly Relation[], method: string, path: string, body?: object): EventCall {
  return { may, method, path, body, gone }
}
/** A call about a row of an event. A refusal looks as if the row did not exist. */
const rowCall =
  (sentence: string) => (may: readonly Relation[], method: string, path: string, body?: object) => ({
    ...call(may, method, path, body),
    gone: sentence,
  })
const typeCall = rowCall('This ticket type no longer exists')
const promoCall = rowCall('This promo code no longer exists')
const orderCall = rowCall('Order not found')
const ticketCall = rowCall('Ticket not found')
const disputeCall = rowCall('Dispute not found')
const guestCall = rowCall('This guest is no longer on the list')
const statusMessage = 'The roof leaks.'
const guest = { id: noOne, name: 'Nadia' }

const people = ['organizer', 'manager'] as const
const money = ['organizer'] as const
// Relations that can see sales figures; a manager sees them without money.
const figures = ['organizer', 'host', 'manager'] as const
const onLineUp = ['line_up', 'asked'] as const
const checkIn = ['organizer', 'manager', 'check_in'] as const

/** Written by hand, not derived from rules/event-policy.ts, so that a test shows where the two differ. */
export const eventCalls: Record<string, EventCall> = {
  'events.dashboard.get': call(people, 'GET', 'me/events/{event}'),
  'events.dashboard.preview': call(people, 'GET', 'me/events/{event}/preview'),
  'events.dashboard.save': call(people, 'PATCH', 'me/events/{event}', { ...old, changes: { title: 'Mine' } }),
  'events.dashboard.saveLineUp': call(people, 'PUT', 'me/events/{event}/line-up', { ...old, slots: [] }),
  'events.dashboard.bookings': call(people, 'GET', 'me/events/{event}/bookings'),
  'events.dashboard.addBooking': call(people, 'POST', `me/events/{event}/bookings/${noOne}`, old),
  'events.dashboard.findMembers': call(people, 'GET', 'me/events/{event}/members?q=juno'),
  'events.dashboard.publish': call(people, 'POST', 'me/events/{event}/publish', old),
  'events.dashboard.requestWaiver': call(money, 'POST', 'me/events/{event}/payee-waiver'),
  'events.dashboard.unpublish': call(people, 'POST', 'me/events/{event}/unpublish', old),
  'events.dashboard.removeImage': call(people, 'DELETE', 'me/events/{event}/image'),
  'events.dashboard.team': call(money, 'GET', 'me/events/{event}/people'),
  'events.dashboard.addPerson': call(money, 'POST', 'me/events/{event}/people', {
    email: 'nobody@nowhere.example',
    relation: 'check_in',
  }),
  'events.dashboard.removePerson': call(money, 'DELETE', `me/events/{event}/people/${noOne}`),
  'events.dashboard.handOver': call(money, 'POST', 'me/events/{event}/hand-over', { personId: noOne }),
  'events.dashboard.duplicate': call(money, 'POST', 'me/events/{event}/duplicate', {}),
  // Refused: the event is on sale.
  'events.dashboard.remove': call(money, 'DELETE', 'me/events/{event}'),
  // In the product a host has a line-up slot too. Here only the event's host column names the host, so these calls
  // refuse the host.
  'events.lineUp.accept': call(onLineUp, 'POST', 'me/line-ups/{event}/accept', {}),
  'events.lineUp.leave': call(onLineUp, 'DELETE', 'me/line-ups/{event}'),
  'events.numbers.get': call(figures, 'GET', 'dashboard/events/{event}/numbers'),

  'orders.types.list': call(people, 'GET', 'events/{event}/ticket-types'),
  // Invalid: the sale ends before it starts.
  'orders.types.add': call(money, 'POST', 'events/{event}/ticket-types', {
    name: 'Late',
    priceCents: 1600,
    stock: 10,
    saleStartsAt: '2030-01-02T00:00:00Z',
    saleEndsAt: '2030-01-01T00:00:00Z',
  }),
  'orders.types.save': typeCall(people, 'PATCH', 'ticket-types/{type}', { changes: { name: 'General' } }),
  'orders.types.move': typeCall(people, 'POST', 'ticket-types/{type}/move', { to: 0 }),
  // Refused: the ticket type has orders.
  'orders.types.remove': typeCall(money, 'DELETE', 'ticket-types/{type}'),
  'orders.promo.list': call(money, 'GET', 'events/{event}/promo-codes'),
  // Invalid: the code has no discount.
  'orders.promo.add': call(money, 'POST', 'events/{event}/promo-codes', { code: 'NOTHING' }),
  'orders.promo.save': promoCall(money, 'PATCH', 'promo-codes/{promo}', { changes: { percent: 10 } }),
  'orders.promo.stop': promoCall(money, 'POST', 'promo-codes/{promo}/stop', {}),
  // Refused: an order used the code.
  'orders.promo.remove': promoCall(money, 'DELETE', 'promo-codes/{promo}'),
  'tickets.eventChanges.impact': call(money, 'GET', 'events/{event}/impact'),
  'tickets.eventChanges.cancel': call(money, 'POST', 'events/{event}/cancel', { ...old, statusMessage }),
  'tickets.eventChanges.postpone': call(money, 'POST', 'events/{event}/postpone', { ...old, statusMessage }),
  'tickets.eventChanges.setDate': call(money, 'POST', 'events/{event}/date', { ...old, date: '2030-01-01' }),
  // All tickets of the order are checked in, so none is refundable.
  'orders.refunds.getRefundable': rowCall('We couldn’t find this order')(
    money,
    'GET',
    'orders/{order}/refundable',
  ),
  'orders.refunds.order': orderCall(money, 'POST', 'orders/{order}/refund', { reason: statusMessage }),
  'orders.refunds.ticket': ticketCall(money, 'POST', 'tickets/{ticket}/refund', { reason: statusMessage }),
  'orders.disputes.list': { ...call(money, 'GET', 'events/{event}/disputes'), admins: true },
  'orders.disputes.get': { ...disputeCall(money, 'GET', 'disputes/{dispute}'), admins: true },
  // Refused: the site doesn't use Stripe.
  'orders.disputes.submit': {
    ...disputeCall(money, 'POST', 'disputes/{dispute}/evidence', { note: 'Ravi was there.' }),
    admins: true,
  },
  'orders.disputes.accept': {
    ...disputeCall(money, 'POST', 'disputes/{dispute}/accept', {}),
    admins: true,
  },
  'orders.sales.orders': call(money, 'GET', 'events/{event}/orders'),
  'orders.sales.refunds': call(money, 'GET', 'events/{event}/refunds'),
  // Refused: no refund has failed.
  'orders.sales.payRefundAnotherWay': {
    ...call(money, 'POST', 'events/{event}/refunds/paid-another-way', {
      refundId: noOne,
      otherPayment: 'Cash at the door.',
    }),
    admins: true,
  },
  'tickets.attendees.overview': call(people, 'GET', 'events/{event}/attendees/overview'),
  'tickets.attendees.list': call(people, 'GET', 'events/{event}/attendees?filter=all'),
  'tickets.guests.list': call(people, 'GET', 'events/{event}/guests'),
  'tickets.guests.add': call(people, 'POST', 'events/{event}/guests', guest),
  'tickets.guests.addMany': call(people, 'POST', 'events/{event}/guests/many', { guests: [guest] }),
  'tickets.guests.save': guestCall(people, 'PATCH', 'guests/{guest}', { name: 'Ravi' }),
  // Refused: the guest is checked in.
  'tickets.guests.remove': guestCall(people, 'DELETE', 'guests/{guest}'),
  // Invalid: an unknown ticket type and no recipient.
  'tickets.comps.give': call(people, 'POST', 'events/{event}/comps', {
    ticketTypeId: noOne,
    quantity: 1,
    name: 'Nadia',
    email: 'nadia@nowhere.example',
    clientKey: noOne,
  }),
  'tickets.messages.send': call(people, 'POST', 'events/{event}/messages', {
    subject: 'Doors',
    body: statusMessage,
    ticketTypeId: noOne,
    clientKey: noOne,
  }),
  'tickets.messages.countRecipients': call(people, 'GET', 'events/{event}/messages/recipients'),
  'tickets.messages.list': call(people, 'GET', 'events/{event}/messages'),
  'checkIn.open': call(checkIn, 'GET', 'events/{event}/check-in'),
  'checkIn.changes': call(checkIn, 'GET', 'events/{event}/check-in/changes?since=0'),
  'checkIn.duplicates': call(checkIn, 'GET', 'events/{event}/check-in/duplicates'),
  'checkIn.scan': call(checkIn, 'POST', 'events/{event}/check-in/scans', {
    device: noOne,
    scans: [{ nonce: newId(), kind: 'code', code: 'of no ticket', ageMs: 0 }],
  }),
  'checkIn.seen': call(checkIn, 'POST', 'events/{event}/check-in/duplicates/seen', { nonces: [noOne] }),
}

/** Raw addresses about one event; `path` from the root. */
export const eventAddresses: Record<string, EventCall> = {
  'the picture': call(people, 'POST', '/api/v1/me/events/{event}/image', { no: 'picture' }),
  'the sales as a file': call(figures, 'GET', '/events/{event}/sales.csv'),
  'who comes as a file': call(people, 'GET', '/api/v1/me/events/{event}/attendees.csv'),
  'the guest list as a file': call(people, 'GET', '/api/v1/me/events/{event}/guests.csv'),
}

/** Calls that are public, about the caller's own tickets, or about no event yet; other tests cover them. */
export const notOfOneEvent: readonly string[] = [
  ...['list', 'featured', 'get', 'calendar', 'eventCalendar', 'site', 'addresses'].map(
    (name) => `events.${name}`,
  ),
  ...['listOwn', 'create', 'seen'].map((name) => `events.dashboard.${name}`),
  'events.lineUp.listOwn',
  ...[
    'terms',
    'availability',
    'openOrders',
    'unlock',
    'reserve',
    'getOrder',
    'startPayment',
    'cancelOrder',
    'listOrders',
  ].map((name) => `orders.${name}`),
  ...['listTickets', 'getTicket', 'ticketsFile', 'receiptFile', 'ticketFile'].map(
    (name) => `tickets.${name}`,
  ),
  ...['sandbox.get', 'sandbox.decide', 'stripe.get', 'stripe.start', 'stripe.check', 'refunds.own'].map(
    (name) => `orders.${name}`,
  ),
  // Calls about a booking, tested in settlements/server/transfers/deposits.test.ts.
  ...['get', 'pay'].map((name) => `orders.bookingPayments.${name}`),
  ...['start', 'withdraw', 'inspect', 'accept'].map((name) => `tickets.transfers.${name}`),
  ...['join', 'leave', 'pass', 'take', 'listOwn', 'get'].map((name) => `tickets.waitlist.${name}`),
]
