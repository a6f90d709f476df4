import { firstNames, lastNames } from './texts/buyers'
import { gifts } from './texts/event-activity'
import { type SeedOrder, customerOrders } from './texts/orders'
import type { PlannedEvent, PlannedTicketType } from './events'
import { getPersonEmail, getPersonId, getStageName } from './people'
import type { PlannedOrder } from './planned-order'
import { assignPromoCodes } from './promo-codes'
import { pickBetween, createRandom, cycle } from './random'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/**
 * Plans all demo orders, oldest first: those of the two customers, complimentary tickets, then anonymous orders up to
 * each event's sold count.
 */
export function planOrders(events: readonly PlannedEvent[], now: Date): PlannedOrder[] {
  const own = [
    ...customerOrders.map((order, n) => ({
      ...planCustomerOrder(order, events, now),
      source: cycle(sources, n),
    })),
    ...gifts.map((gift) => planGiftOrder(gift, events, now)),
  ]
  const taken = countSoldSeats(own)
  const crowd = events.flatMap((event) =>
    event.ticketTypes.flatMap((type) =>
      planAnonymousOrders(event, type, type.sold + type.refundedSeats - (taken.get(type.id) ?? 0), now),
    ),
  )
  const orders = [...own, ...crowd].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
  assignPromoCodes(orders)
  return orders
}

// Traffic sources of orders. A source that is listed more often gets a larger share.
const sources = ['list', 'direct', 'home', 'list', 'profile', 'elsewhere', 'direct', 'list', 'chat', 'home']

export function countSoldSeats(orders: readonly PlannedOrder[]): Map<string, number> {
  const seats = new Map<string, number>()
  for (const order of orders)
    if (order.status === 'confirmed')
      for (const { type, quantity } of order.items) seats.set(type.id, (seats.get(type.id) ?? 0) + quantity)
  return seats
}

/** Throws a RangeError for an event or ticket type that the demo doesn't have. */
function getTicketType(events: readonly PlannedEvent[], title: string, name: string) {
  const event = events.find((planned) => planned.title === title)
  const type = event?.ticketTypes.find((ticketType) => ticketType.name === name)
  if (!event || !type) throw new RangeError(`The demo has no tickets called ${name} for ${title}`)
  return { event, type }
}

function planGiftOrder(
  gift: (typeof gifts)[number],
  events: readonly PlannedEvent[],
  now: Date,
): PlannedOrder {
  const { event, type } = getTicketType(events, gift.event, gift.type)
  return {
    customerId: null,
    buyerName: gift.name,
    buyerEmail: gift.email,
    event,
    items: [{ type, quantity: gift.quantity }],
    status: 'confirmed',
    createdAt: new Date(now.getTime() - gift.daysAgo * DAY),
    checkIns: Array.from({ length: gift.quantity }, () => null),
    declinedFirst: false,
    refundReason: '',
    isGift: true,
    code: null,
    source: null,
  }
}

function planCustomerOrder(order: SeedOrder, events: readonly PlannedEvent[], now: Date): PlannedOrder {
  const found = Object.entries(order.seats).map(([name, quantity]) => ({
    ...getTicketType(events, order.event, name),
    quantity,
  }))
  const items = found.map(({ type, quantity }) => ({ type, quantity }))
  const event = found[0]?.event
  if (!event) throw new RangeError(`${order.customer} bought nothing for ${order.event}`)
  const seats = items.reduce((sum, item) => sum + item.quantity, 0)
  const scanned = order.attended === true ? new Date(event.startsAt.getTime() + 41 * MINUTE) : null
  // Orders must not be later than their event. There is one day of margin, because event dates move with the demo's
  // start.
  const latest = event.startsAt.getTime() - DAY
  return {
    customerId: getPersonId(order.customer),
    buyerName: getStageName(order.customer),
    buyerEmail: getPersonEmail(order.customer),
    event,
    items,
    status: order.status,
    createdAt: new Date(Math.min(now.getTime() - order.daysAgo * DAY - 95 * MINUTE, latest)),
    checkIns: Array.from({ length: seats }, () => scanned),
    declinedFirst: order.declinedFirst === true,
    refundReason: order.refundReason ?? '',
    isGift: false,
    code: null,
    source: null,
  }
}

function planAnonymousOrders(
  event: PlannedEvent,
  type: PlannedTicketType,
  seats: number,
  now: Date,
): PlannedOrder[] {
  const random = createRandom(`crowd of ${event.title}, ${type.name}`)
  const origin = createRandom(`origin of ${event.title}, ${type.name}`)
  const orders: PlannedOrder[] = []
  const isOver = event.startsAt.getTime() < now.getTime()
  const saleEnds = getSaleEnd(event, type, now)
  const saleLasted = Math.min(saleEnds - event.createdAt.getTime(), 75 * DAY)
  for (let left = seats; left > 0;) {
    const quantity = Math.min(left, pickBetween(random, 1, 4))
    left -= quantity
    const first = cycle(firstNames, pickBetween(random, 0, firstNames.length - 1))
    const last = cycle(lastNames, pickBetween(random, 0, lastNames.length - 1))
    orders.push({
      customerId: null,
      buyerName: `${first} ${last}`,
      buyerEmail: `${first}.${last}@mail.example`.toLowerCase(),
      event,
      items: [{ type, quantity }],
      status: type.refundedSeats > 0 ? 'refunded' : 'confirmed',
      // Squared, because most people buy late.
      createdAt: new Date(Math.round(saleEnds - random() ** 2 * saleLasted)),
      checkIns: Array.from({ length: quantity }, () =>
        isOver && type.refundedSeats === 0 && random() < 0.88
          ? new Date(event.startsAt.getTime() + pickBetween(random, 0, 150) * MINUTE)
          : null,
      ),
      declinedFirst: false,
      refundReason: type.refundedSeats > 0 ? 'event_cancelled' : '',
      isGift: false,
      code: null,
      source: cycle(sources, pickBetween(origin, 0, sources.length - 1)),
    })
  }
  return orders
}

/** Returns the end of the period over which the orders of a type are spread. Sold-out types sold out five days ago. */
function getSaleEnd(event: PlannedEvent, type: PlannedTicketType, now: Date): number {
  if (type.refundedSeats > 0 && event.changedAt) return event.changedAt.getTime()
  if (event.startsAt.getTime() < now.getTime()) return event.startsAt.getTime()
  const soldOut = now.getTime() - 5 * DAY
  return type.sold === type.total && event.createdAt.getTime() < soldOut - DAY
    ? soldOut
    : now.getTime() - 20 * MINUTE
}
