import {
  dehydrate,
  type DehydratedState,
  hydrate,
  type InfiniteData,
  type QueryClient,
} from '@tanstack/react-query'

/**
 * Serializes the loaders' queries into one string for the page. The router's own serialization, value by value, costs
 * more than reading them from PostgreSQL.
 */
export const serializeQueries = (queryClient: QueryClient): string => JSON.stringify(dehydrate(queryClient))

/**
 * Restores the queries in the browser. The first page of a list has the cursor undefined, which JSON turns into null;
 * with null it would be fetched again.
 */
export function restoreQueries(queryClient: QueryClient, text: string): void {
  const carried = JSON.parse(text) as DehydratedState
  for (const { queryType, state } of carried.queries)
    if (queryType === 'infinite') {
      const { pageParams } = state.data as InfiniteData<unknown>
      pageParams[0] ??= undefined
    }
  hydrate(queryClient, carried)
}
