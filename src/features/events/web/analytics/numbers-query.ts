import { events } from '../queries'

/** How an event sells. What is sold, seen and scanned shows without a reload. */
export function numbersQuery(id: string) {
  return events.numbers.get.queryOptions({ input: { id }, staleTime: 5_000 })
}
