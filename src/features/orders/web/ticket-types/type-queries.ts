import { ordersClient } from '../queries'

/** The ticket types of an event, for its organizers. */
export const ticketBoardQuery = (eventId: string) =>
  ordersClient.types.list.queryOptions({ input: { eventId } })

/** Its promo codes, for organizers who manage its money. */
export const promoBoardQuery = (eventId: string) =>
  ordersClient.promo.list.queryOptions({ input: { eventId } })
