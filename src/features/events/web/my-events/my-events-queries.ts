import { toCursorInput, followCursor } from '~/platform/rpc/follow-cursor'
import { events } from '../queries'

export function ownSetsQuery() {
  return events.lineUp.listOwn.queryOptions({ staleTime: 10_000 })
}

export function myEventsQuery() {
  return events.dashboard.listOwn.infiniteOptions({
    input: (after: string | undefined) => toCursorInput(after),
    ...followCursor,
    staleTime: 10_000,
  })
}
