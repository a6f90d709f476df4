import { ordersClient } from '../queries'

/** What an event sells, for whoever may edit it. */
export const ticketBoardQuery = (eventId: string) =>
  ordersClient.types.list.queryOptions({ input: { eventId } })

/** Its promo codes, for whoever decides about its money. */
export const promoBoardQuery = (eventId: string) =>
  ordersClient.promo.list.queryOptions({ input: { eventId } })
