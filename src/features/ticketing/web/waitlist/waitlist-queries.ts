import { ticketing } from '../queries'

export const waitlistsQuery = () => ticketing.waitlist.mine.queryOptions({ input: {} })

export const standingQuery = (eventId: string) =>
  ticketing.waitlist.standing.queryOptions({ input: { eventId } })
