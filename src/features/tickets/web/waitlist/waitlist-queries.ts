import { ticketsClient } from '../queries'

export const waitlistsQuery = () => ticketsClient.waitlist.mine.queryOptions({ input: {} })

export const waitlistStatusQuery = (eventId: string) =>
  ticketsClient.waitlist.standing.queryOptions({ input: { eventId } })
