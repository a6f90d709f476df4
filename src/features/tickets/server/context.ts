import type { OrdersContext } from '~/features/orders/server/public'
import type { EventBookings } from './event-changes/event-bookings'

export type { EmailServices, OrderServices } from '~/features/orders/server/public'

export type Context = OrdersContext & {
  eventBookings: EventBookings
  secret: string
}
