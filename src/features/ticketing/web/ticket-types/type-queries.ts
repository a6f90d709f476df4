import { ticketing } from '../queries'

/** What an event sells, for whoever may edit it. */
export const ticketBoardQuery = (eventId: string) => ticketing.types.list.queryOptions({ input: { eventId } })

/** Its promo codes, for whoever decides about its money. */
export const promoBoardQuery = (eventId: string) => ticketing.promo.list.queryOptions({ input: { eventId } })
