import { ordersClient } from '../queries'

export const ticketBoardQuery = (eventId: string) =>
  ordersClient.types.list.queryOptions({ input: { eventId } })

export const promoBoardQuery = (eventId: string) =>
  ordersClient.promo.list.queryOptions({ input: { eventId } })
