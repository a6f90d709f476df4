import { ticketsClient } from '../queries'

export const waitlistsQuery = () => ticketsClient.waitlist.mine.queryOptions({ input: {} })

export const standingQuery = (eventId: string) =>
  ticketsClient.waitlist.standing.queryOptions({ input: { eventId } })
