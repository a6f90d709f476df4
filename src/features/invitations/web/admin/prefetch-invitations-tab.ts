import type { QueryClient } from '@tanstack/react-query'
import {
  branchQuery,
  childrenQuery,
  codeCountsQuery,
  codesQuery,
  requestCountQuery,
  requestsQuery,
  treeSummaryQuery,
} from '../queries'
import type { InvitationsSearch } from './invitations-search'

/** Prefetches the data of the open tab; the tab itself reports failures. */
export async function prefetchInvitationsTab(
  queryClient: QueryClient,
  search: InvitationsSearch,
): Promise<void> {
  const { tab, status, q, after, before, answered } = search
  await Promise.all([
    queryClient.prefetchQuery(codeCountsQuery()),
    queryClient.prefetchQuery(requestCountQuery()),
    tab === undefined && queryClient.prefetchQuery(codesQuery({ status, q, after, before })),
    tab === 'requests' && queryClient.prefetchInfiniteQuery(requestsQuery(answered ? 'answered' : 'pending')),
    tab === 'tree' && prefetchTree(queryClient, search.person),
  ])
}

/** Prefetches the roots of the invite tree, the children of the first root, and the path to the selected person. */
async function prefetchTree(queryClient: QueryClient, person: string | undefined): Promise<void> {
  const prefetchChildren = (parentId: string | null) =>
    queryClient.prefetchInfiniteQuery(childrenQuery(parentId))
  const prefetchFirst = async () => {
    await prefetchChildren(null)
    const first = queryClient.getQueryData(childrenQuery(null).queryKey)?.pages[0]?.nodes[0]
    if (first?.kind === 'person' && first.invited > 0) await prefetchChildren(first.id)
  }
  const prefetchPath = async (personId: string) => {
    await queryClient.prefetchQuery(branchQuery(personId))
    const branch = queryClient.getQueryData(branchQuery(personId).queryKey)
    await Promise.all(branch?.path.map(({ id }) => prefetchChildren(id)) ?? [])
  }
  await Promise.all([
    queryClient.prefetchQuery(treeSummaryQuery()),
    prefetchFirst(),
    person !== undefined && prefetchPath(person),
  ])
}
