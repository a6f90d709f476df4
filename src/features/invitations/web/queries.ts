import { keepPreviousData } from '@tanstack/react-query'
import { createFeatureClient } from '~/platform/rpc/client'
import { toCursorInput, followCursor } from '~/platform/rpc/follow-cursor'
import type { invitationsContract } from '../contract'
import { CODE_EXPIRED, CODE_INVALID, type InvitationStatus } from '../rules/invitation-code'

/** Client for the invitation calls. Invalidate `invitations.key()` after every change of a code or request. */
export const invitations = createFeatureClient<typeof invitationsContract>('invitations')

/** Returns the message with which sign-up would refuse this code; undefined if the code is valid. */
export async function findCodeProblem(code: string): Promise<string | undefined> {
  const { verdict } = await invitations.checkCode.call({ code })
  if (verdict === 'usable') return undefined
  return verdict === 'expired' ? CODE_EXPIRED : CODE_INVALID
}

const FRESH_MS = 10_000

const pages = { ...followCursor, staleTime: FRESH_MS }

export type CodesPlace = {
  status?: InvitationStatus | undefined
  q?: string | undefined
  after?: string | undefined
  before?: string | undefined
}

/** One page of all codes; the previous page stays visible while the next one loads. */
export function codesQuery({ status, q, after, before }: CodesPlace) {
  return invitations.codes.list.queryOptions({
    input: { status, q, after, before },
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  })
}

export function codeCountsQuery() {
  return invitations.codes.counts.queryOptions({ staleTime: FRESH_MS })
}

export function requestsQuery(status: 'pending' | 'answered') {
  return invitations.requests.list.infiniteOptions({
    input: (after: string | undefined) => ({ status, ...toCursorInput(after) }),
    ...pages,
  })
}

export function requestCountQuery() {
  return invitations.requests.count.queryOptions({ staleTime: FRESH_MS })
}

export function treeSummaryQuery() {
  return invitations.tree.summary.queryOptions({ staleTime: FRESH_MS })
}

export function childrenQuery(parentId: string | null) {
  return invitations.tree.children.infiniteOptions({
    input: (after: string | undefined) => ({ parentId, ...toCursorInput(after) }),
    ...pages,
  })
}

/** Loaded after the rows, because it counts whole branches. */
export function activeCountsQuery(ids: string[]) {
  return invitations.tree.active.queryOptions({ input: { ids }, staleTime: FRESH_MS })
}

export function branchQuery(personId: string) {
  return invitations.tree.branch.queryOptions({
    input: { personId },
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  })
}

export function findInTreeQuery(q: string) {
  return invitations.tree.find.queryOptions({
    input: { q },
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  })
}

export function myInvitationsQuery() {
  return invitations.mine.list.queryOptions({ staleTime: FRESH_MS })
}

export function myPeopleQuery() {
  return invitations.mine.people.queryOptions({ staleTime: FRESH_MS })
}
