import { keepPreviousData } from '@tanstack/react-query'
import { createFeatureClient } from '~/platform/rpc/client'
import { toCursorInput, followCursor } from '~/platform/rpc/follow-cursor'
import type { membersContract } from '../contract'
import type { DiscoverSearch } from './discover-search'

export const members = createFeatureClient<typeof membersContract>('members')

const PAGE = 24

export function djsQuery({ q, genre }: DiscoverSearch) {
  return members.discover.infiniteOptions({
    input: (after: string | undefined) => ({ q, genre, limit: PAGE, ...toCursorInput(after) }),
    ...followCursor,
    staleTime: 30_000,
    placeholderData: keepPreviousData,
  })
}

export function djQuery(id: string) {
  return members.getDj.queryOptions({ input: { id }, staleTime: 30_000 })
}

export function dashboardQuery() {
  return members.dashboard.queryOptions({ staleTime: 10_000 })
}

export function myProfileQuery() {
  return members.myProfile.queryOptions({ staleTime: 10_000 })
}

export function activityQuery() {
  return members.activity.queryOptions({ staleTime: 10_000 })
}

/** Loads the page of a member of any type, not only DJs. */
export function memberQuery(id: string) {
  return members.getMember.queryOptions({ input: { id }, staleTime: 30_000 })
}
