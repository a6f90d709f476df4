import { keepPreviousData } from '@tanstack/react-query'
import { clientFor } from '~/platform/rpc/client'
import type { membersContract } from '../contract'
import type { DiscoverSearch } from './discover-search'

export const members = clientFor<typeof membersContract>('members')

const PAGE = 24

/** Discover under a search, page after page. */
export function djsQuery({ q, genre }: DiscoverSearch) {
  return members.discover.infiniteOptions({
    // The router passes on what else is in the address.
    input: (after: string | undefined) => ({ q, genre, limit: PAGE, ...(after ? { after } : {}) }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    staleTime: 30_000,
    // The sleeves stay up while the next letters of a search are on their way.
    placeholderData: keepPreviousData,
  })
}

export function djQuery(id: string) {
  return members.getDj.queryOptions({ input: { id }, staleTime: 30_000 })
}

export function dashboardQuery() {
  return members.dashboard.queryOptions({ staleTime: 10_000 })
}

/** The person's own profile, as they edit it. */
export function myProfileQuery() {
  return members.myProfile.queryOptions({ staleTime: 10_000 })
}

/** What happened around the person, newest first. */
export function activityQuery() {
  return members.activity.queryOptions({ staleTime: 10_000 })
}

/** A member who may be no DJ. */
export function memberQuery(id: string) {
  return members.getMember.queryOptions({ input: { id }, staleTime: 30_000 })
}
