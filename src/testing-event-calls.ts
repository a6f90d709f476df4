import { newId } from './lib/ids'

export type Relation = 'organizer' | 'host' | 'manager' | 'door'

export interface EventCall {
  /** Who may make it; for everybody else the event is not there. */
  may: readonly Relation[]
  method: string
  /** Below /api/v1, with `{event}` for its id. */
  path: string
  /** Understood, and then stopped where it would change something: what was seen is always older than what is. */
  body: object | undefined
}

const old = { version: 999_999 }
const nobody = newId()
function call(may: readonly Relation[], method: string, path: string, body?: object): EventCall {
  return { may, method, path, body }
}

const people = ['organizer', 'manager'] as const
const money = ['organizer'] as const
// Without the money for a manager.
const figures = ['organizer', 'host', 'manager'] as const
const door = ['organizer', 'manager', 'door'] as const

/** Written by hand, not from rules/event-policy.ts: so the two can differ, and a test says where. */
export const eventCalls: Record<string, EventCall> = {
  'events.desk.get': call(people, 'GET', 'me/events/{event}'),
  'events.desk.preview': call(people, 'GET', 'me/events/{event}/preview'),
  'events.desk.save': call(people, 'PATCH', 'me/events/{event}', { ...old, changes: { title: 'Mine' } }),
  'events.desk.saveLineUp': call(people, 'PUT', 'me/events/{event}/line-up', { ...old, slots: [] }),
  'events.desk.bookings': call(people, 'GET', 'me/events/{event}/bookings'),
  'events.desk.addBooking': call(people, 'POST', `me/events/{event}/bookings/${nobody}`, old),
  'events.desk.findMembers': call(people, 'GET', 'me/events/{event}/members?q=juno'),
  'events.desk.publish': call(people, 'POST', 'me/events/{event}/publish', old),
  'events.desk.unpublish': call(people, 'POST', 'me/events/{event}/unpublish', old),
  'events.desk.removeImage': call(people, 'DELETE', 'me/events/{event}/image'),
  'events.desk.team': call(money, 'GET', 'me/events/{event}/people'),
  'events.desk.addPerson': call(money, 'POST', 'me/events/{event}/people', {
    email: 'nobody@nowhere.example',
    relation: 'door',
  }),
  'events.desk.removePerson': call(money, 'DELETE', `me/events/{event}/people/${nobody}`),
  'events.desk.handOver': call(money, 'POST', 'me/events/{event}/hand-over', { personId: nobody }),
  'events.desk.duplicate': call(money, 'POST', 'me/events/{event}/duplicate', {}),
  // It is on sale.
  'events.desk.remove': call(money, 'DELETE', 'me/events/{event}'),
  'events.numbers.get': call(figures, 'GET', 'desk/events/{event}/numbers?range=all'),

  'ticketing.types.list': call(people, 'GET', 'events/{event}/ticket-types'),
  'ticketing.promo.list': call(money, 'GET', 'events/{event}/promo-codes'),
  'ticketing.night.impact': call(money, 'GET', 'events/{event}/impact'),
  'ticketing.sales.orders': call(money, 'GET', 'events/{event}/orders'),
  'ticketing.people.overview': call(people, 'GET', 'events/{event}/people'),
  'ticketing.people.attendees': call(people, 'GET', 'events/{event}/attendees?filter=all'),
  'ticketing.guests.list': call(people, 'GET', 'events/{event}/guests'),
  'ticketing.messages.reach': call(people, 'GET', 'events/{event}/messages/reach'),
  'ticketing.messages.list': call(people, 'GET', 'events/{event}/messages'),
  'ticketing.door.open': call(door, 'GET', 'events/{event}/door'),
  'ticketing.door.changes': call(door, 'GET', 'events/{event}/door/changes?since=0'),
  'ticketing.door.doubles': call(door, 'GET', 'events/{event}/door/doubles'),
}

/** Of everybody, of one's own tickets, or of no event yet: what is whose there stands in tests of their own. */
export const notOfOneEvent: readonly string[] = [
  ...['list', 'featured', 'get', 'calendar', 'eventCalendar', 'site', 'addresses'].map(
    (name) => `events.${name}`,
  ),
  ...['mine', 'create', 'seen'].map((name) => `events.desk.${name}`),
  ...[
    'terms',
    'availability',
    'unlock',
    'reserve',
    'getOrder',
    'startPayment',
    'cancelOrder',
    'listOrders',
  ].map((name) => `ticketing.${name}`),
  ...['listTickets', 'getTicket', 'ticketsFile', 'receiptFile', 'ticketFile'].map(
    (name) => `ticketing.${name}`,
  ),
  ...['sandbox.get', 'sandbox.answer', 'refunds.look', 'refunds.giveBack'].map((name) => `ticketing.${name}`),
  ...['start', 'withdraw', 'inspect', 'accept'].map((name) => `ticketing.transfers.${name}`),
  ...['join', 'leave', 'pass', 'take', 'mine', 'standing'].map((name) => `ticketing.waitlist.${name}`),
]

/** About one event, and their rows are not written yet: each needs a body that is understood and changes nothing. */
export const rowsToCome: readonly string[] = [
  ...['add', 'save', 'move', 'remove'].map((name) => `ticketing.types.${name}`),
  ...['add', 'save', 'stop', 'remove'].map((name) => `ticketing.promo.${name}`),
  ...['cancel', 'postpone', 'setDate'].map((name) => `ticketing.night.${name}`),
  ...['order', 'ticket'].map((name) => `ticketing.refunds.${name}`),
  ...['add', 'addMany', 'save', 'remove'].map((name) => `ticketing.guests.${name}`),
  ...['comps.give', 'messages.send', 'door.scan', 'door.seen'].map((name) => `ticketing.${name}`),
]
