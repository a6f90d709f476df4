import { events } from '../queries'

/** Every event that one stands to; the pages are of those that are over. */
export function myEventsQuery() {
  return events.desk.mine.infiniteOptions({
    input: (after: string | undefined) => (after === undefined ? {} : { after }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: 10_000,
  })
}
