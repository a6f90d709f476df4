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
export async function readInvitationsTab(queryClient: QueryClient, search: InvitationsSearch): Promise<void> {
  const { tab, status, q, after, before, answered } = search
  await Promise.all([
    queryClient.prefetchQuery(codeCountsQuery()),
    queryClient.prefetchQuery(requestCountQuery()),
    tab === undefined && queryClient.prefetchQuery(codesQuery({ status, q, after, before })),
    tab === 'requests' && queryClient.prefetchInfiniteQuery(requestsQuery(answered ? 'answered' : 'pending')),
    tab === 'tree' && readTree(queryClient, search.person),
  ])
}

/** Prefetches the roots, the children of the first root, and the path to the selected person. */
async function readTree(queryClient: QueryClient, person: string | undefined): Promise<void> {
  const read = (parentId: string | null) => queryClient.prefetchInfiniteQuery(childrenQuery(parentId))
  const readFirst = async () => {
    await read(null)
    const first = queryClient.getQueryData(childrenQuery(null).queryKey)?.pages[0]?.nodes[0]
    if (first?.kind === 'person' && first.letIn > 0) await read(first.id)
  }
  const loadPath = async (personId: string) => {
    await queryClient.prefetchQuery(branchQuery(personId))
    const branch = queryClient.getQueryData(branchQuery(personId).queryKey)
    await Promise.all(branch?.path.map(({ id }) => read(id)) ?? [])
  }
  await Promise.all([
    queryClient.prefetchQuery(treeSummaryQuery()),
    readFirst(),
    person !== undefined && loadPath(person),
  ])
}
