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

/** Reads what the open tab shows at first; what fails stays unread, and the tab says so. */
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

/** The first ones and whom the very first let in, and the way down to whoever is looked at. */
async function readTree(queryClient: QueryClient, person: string | undefined): Promise<void> {
  const read = (parentId: string | null) => queryClient.prefetchInfiniteQuery(childrenQuery(parentId))
  const readFirst = async () => {
    await read(null)
    const first = queryClient.getQueryData(childrenQuery(null).queryKey)?.pages[0]?.nodes[0]
    if (first?.kind === 'person' && first.letIn > 0) await read(first.id)
  }
  const readWay = async (personId: string) => {
    await queryClient.prefetchQuery(branchQuery(personId))
    const branch = queryClient.getQueryData(branchQuery(personId).queryKey)
    await Promise.all(branch?.path.map(({ id }) => read(id)) ?? [])
  }
  await Promise.all([
    queryClient.prefetchQuery(treeSummaryQuery()),
    readFirst(),
    person !== undefined && readWay(person),
  ])
}
