import { keepPreviousData } from '@tanstack/react-query'
import { clientFor } from '~/platform/rpc/client'
import { afterCursor, followCursor } from '~/platform/rpc/follow-cursor'
import type { membersContract } from '../contract'
import type { DiscoverSearch } from './discover-search'

export const members = clientFor<typeof membersContract>('members')

const PAGE = 24

/** Discover under a search, page after page. */
export function djsQuery({ q, genre }: DiscoverSearch) {
  return members.discover.infiniteOptions({
    input: (after: string | undefined) => ({ q, genre, limit: PAGE, ...afterCursor(after) }),
    ...followCursor,
    staleTime: 30_000,
    // The list stays visible while the next search loads.
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
