import { events } from '../queries'

/** Line-ups that one is on or asked to join. */
export function ownSetsQuery() {
  return events.lineUp.mine.queryOptions({ staleTime: 10_000 })
}

/** Every event that one stands to; the pages are of those that are over. */
export function myEventsQuery() {
  return events.desk.mine.infiniteOptions({
    // The first page has no `after`: undefined on the server, and null once that has travelled as JSON.
    input: (after: string | undefined) => (after ? { after } : {}),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: 10_000,
  })
}
