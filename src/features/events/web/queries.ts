import { keepPreviousData } from '@tanstack/react-query'
import { clientFor } from '~/platform/rpc/client'
import { afterCursor, followCursor } from '~/platform/rpc/follow-cursor'
import type { eventsContract } from '../contract'
import type { EventFilter } from './events-search'

export const events = clientFor<typeof eventsContract>('events')

export const PAGE = 50

/** The list under a filter, page after page. */
export function eventsQuery(filter: EventFilter) {
  return events.list.infiniteOptions({
    input: (after: string | undefined) => ({ ...filter, limit: PAGE, ...afterCursor(after) }),
    ...followCursor,
    staleTime: 30_000,
    // The list stays visible while the next search loads.
    placeholderData: keepPreviousData,
  })
}

/** The next few events: five on the landing, six on the home page. */
export function featuredQuery(limit: number) {
  return events.featured.queryOptions({ input: { limit }, staleTime: 30_000 })
}

export function eventQuery(id: string) {
  return events.get.queryOptions({ input: { id }, staleTime: 10_000 })
}

/** For absolute addresses: canonical links and previews. It does not change while the process runs. */
export function addressQuery() {
  return events.site.queryOptions({ staleTime: Infinity })
}
