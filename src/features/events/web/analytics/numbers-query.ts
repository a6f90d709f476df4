import { events } from '../queries'

/** Sales figures of an event. Sales, views and check-ins update without a reload. */
export function numbersQuery(id: string) {
  return events.numbers.get.queryOptions({ input: { id }, staleTime: 5_000 })
}
