import { ticketsClient } from '../queries'

export const transferQuery = (token: string) =>
  ticketsClient.transfers.inspect.queryOptions({ input: { token } })
