import { keepPreviousData } from '@tanstack/react-query'
import { clientFor } from '~/platform/rpc/client'
import type { eventsContract } from '../contract'
import type { EventFilter } from './events-search'

export const events = clientFor<typeof eventsContract>('events')

export const PAGE = 50

/** The list under a filter, page after page. */
export function eventsQuery(filter: EventFilter) {
  return events.list.infiniteOptions({
    input: (after: string | undefined) => ({ ...filter, limit: PAGE, ...(after ? { after } : {}) }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: 30_000,
    // The wall stays up while the next letters of a search are on their way.
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
