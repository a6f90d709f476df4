import { ticketsClient } from '../queries'

export const waitlistsQuery = () => ticketsClient.waitlist.listOwn.queryOptions({ input: {} })

export const waitlistStatusQuery = (eventId: string) =>
  ticketsClient.waitlist.get.queryOptions({ input: { eventId } })
