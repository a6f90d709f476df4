import { afterCursor, followCursor } from '~/platform/rpc/follow-cursor'
import { events } from '../queries'

/** Line-ups that one is on or asked to join. */
export function ownSetsQuery() {
  return events.lineUp.mine.queryOptions({ staleTime: 10_000 })
}

/** The caller's events; the pages are of past ones. */
export function myEventsQuery() {
  return events.desk.mine.infiniteOptions({
    input: (after: string | undefined) => afterCursor(after),
    ...followCursor,
    staleTime: 10_000,
  })
}
