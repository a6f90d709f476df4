import { keepPreviousData } from '@tanstack/react-query'
import { createFeatureClient } from '~/platform/rpc/client'
import { toCursorInput, followCursor } from '~/platform/rpc/follow-cursor'
import type { eventsContract } from '../contract'
import type { EventFilter } from './events-search-parameters'

export const events = createFeatureClient<typeof eventsContract>('events')

export const PAGE = 50

export function eventsQuery(filter: EventFilter) {
  return events.list.infiniteOptions({
    input: (after: string | undefined) => ({ ...filter, limit: PAGE, ...toCursorInput(after) }),
    ...followCursor,
    staleTime: 30_000,
    // Keeps the list visible while the next search loads.
    placeholderData: keepPreviousData,
  })
}

export function featuredQuery(limit: number) {
  return events.featured.queryOptions({ input: { limit }, staleTime: 30_000 })
}

export function eventQuery(id: string) {
  return events.get.queryOptions({ input: { id }, staleTime: 10_000 })
}

/** The site's URL, the base of canonical links and previews. Constant while the process runs. */
export function siteAddressQuery() {
  return events.site.queryOptions({ staleTime: Infinity })
}
