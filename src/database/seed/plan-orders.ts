import { firstNames, lastNames } from './texts/buyers'
import { type SeedOrder, customerOrders } from './texts/orders'
import type { PlannedEvent, PlannedTicketType } from './events'
import { personEmail, personId, stageName } from './people'
import { between, createRandom, cycle } from './random'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

export interface PlannedOrder {
  /** Null for the crowd, whose accounts are not part of the demo: the books balance, the list of users stays short. */
  customerId: string | null
  buyerName: string
  buyerEmail: string
  event: PlannedEvent
  items: { type: PlannedTicketType; quantity: number }[]
  status: SeedOrder['status']
  createdAt: Date
  /** One entry per seat, in the order of the items: when it was scanned, or null. */
  checkIns: (Date | null)[]
  declinedFirst: boolean
  refundReason: string
}

/** Every order of the demo, oldest first: the two customers', then as many strangers' as each event says it has sold. */
export function planOrders(events: readonly PlannedEvent[], now: Date): PlannedOrder[] {
  const own = customerOrders.map((order) => planOwn(order, events, now))
  const taken = soldSeats(own)
  const crowd = events.flatMap((event) =>
    event.ticketTypes.flatMap((type) => planCrowd(event, type, type.sold - (taken.get(type.id) ?? 0), now)),
  )
  return [...own, ...crowd].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
}

/** Seats of confirmed orders by ticket type. */
export function soldSeats(orders: readonly PlannedOrder[]): Map<string, number> {
  const seats = new Map<string, number>()
  for (const order of orders)
    if (order.status === 'confirmed')
      for (const { type, quantity } of order.items) seats.set(type.id, (seats.get(type.id) ?? 0) + quantity)
  return seats
}

function planOwn(order: SeedOrder, events: readonly PlannedEvent[], now: Date): PlannedOrder {
  const event = events.find((one) => one.title === order.event)
  if (!event) throw new RangeError(`No event of the demo is called ${order.event}`)
  const items = Object.entries(order.seats).map(([name, quantity]) => {
    const type = event.ticketTypes.find((one) => one.name === name)
    if (!type) throw new RangeError(`${order.event} has no tickets called ${name}`)
    return { type, quantity }
  })
  const seats = items.reduce((sum, item) => sum + item.quantity, 0)
  const scanned = order.attended === true ? new Date(event.startsAt.getTime() + 41 * MINUTE) : null
  // Early enough for events whose day moves: nobody buys after the doors have closed.
  const latest = event.startsAt.getTime() - DAY
  return {
    customerId: personId(order.customer),
    buyerName: stageName(order.customer),
    buyerEmail: personEmail(order.customer),
    event,
    items,
    status: order.status,
    createdAt: new Date(Math.min(now.getTime() - order.daysAgo * DAY - 95 * MINUTE, latest)),
    checkIns: Array.from({ length: seats }, () => scanned),
    declinedFirst: order.declinedFirst === true,
    refundReason: order.refundReason ?? '',
  }
}

function planCrowd(event: PlannedEvent, type: PlannedTicketType, seats: number, now: Date): PlannedOrder[] {
  const random = createRandom(`crowd of ${event.title}, ${type.name}`)
  const orders: PlannedOrder[] = []
  const isOver = event.startsAt.getTime() < now.getTime()
  const saleEnds = isOver ? event.startsAt.getTime() : now.getTime() - 20 * MINUTE
  const saleLasted = Math.min(saleEnds - event.createdAt.getTime(), 75 * DAY)
  for (let left = seats; left > 0;) {
    const quantity = Math.min(left, between(random, 1, 4))
    left -= quantity
    const first = cycle(firstNames, between(random, 0, firstNames.length - 1))
    const last = cycle(lastNames, between(random, 0, lastNames.length - 1))
    orders.push({
      customerId: null,
      buyerName: `${first} ${last}`,
      buyerEmail: `${first}.${last}@mail.example`.toLowerCase(),
      event,
      items: [{ type, quantity }],
      status: 'confirmed',
      // Squared: most people buy late.
      createdAt: new Date(Math.round(saleEnds - random() ** 2 * saleLasted)),
      checkIns: Array.from({ length: quantity }, () =>
        isOver && random() < 0.88
          ? new Date(event.startsAt.getTime() + between(random, 0, 150) * MINUTE)
          : null,
      ),
      declinedFirst: false,
      refundReason: '',
    })
  }
  return orders
}
