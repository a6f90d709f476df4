import { ticketing } from '../queries'

export const transferQuery = (token: string) => ticketing.transfers.inspect.queryOptions({ input: { token } })
